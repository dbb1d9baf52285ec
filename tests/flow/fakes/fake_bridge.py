"""The real bridge, which starts the fake hub. `FAKE_BRIDGE_VERSION` makes it another version."""

import os
import sys
from pathlib import Path

import mcp_bridge.home

if os.environ.get("FAKE_BRIDGE_VERSION"):
    mcp_bridge.home.own_version = lambda: os.environ["FAKE_BRIDGE_VERSION"]

from mcp_bridge import bridge, hub_door

hub_door.HUB_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("fake_hub.py")))


if __name__ == "__main__":
    bridge.main()
