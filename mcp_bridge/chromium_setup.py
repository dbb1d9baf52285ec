"""Finding, trying and installing Chromium, and the fonts that Chinese, Japanese and Korean pages need."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

APT_PACKAGES: Final = ("chromium", "fonts-noto-cjk")
START_SECONDS: Final = 60
CJK_NAMES: Final = ("*CJK*", "*ipag*", "*ipaex*", "*takao*", "*wqy*", "*Gothic*MB*")


def find() -> Path | None:
    """The installed Chromium that the hub would use."""
    from mcp_bridge.home import home_dir  # noqa: PLC0415 - with its heavy neighbours
    from mcp_bridge.hub_process import read_settings  # noqa: PLC0415
    from tasks.browser import find_chromium  # noqa: PLC0415 - imports Playwright

    return find_chromium(read_settings(home_dir()).chromium)


def started_version(executable: Path) -> str:
    """Really start Chromium, without a window, and give its version.

    Raises:
        RuntimeError: it does not start; the message is its own.
    """
    from playwright.sync_api import Error, sync_playwright  # noqa: PLC0415 - heavy

    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=executable, timeout=START_SECONDS * 1000)
            version = browser.version
            browser.close()
    except Error as error:
        lines = [line.strip() for line in error.message.splitlines() if line.strip()]
        raise RuntimeError(" ".join(lines[:3])[:500]) from error
    return version


def has_cjk_fonts() -> bool:
    """Whether Japanese text would be drawn with glyphs, not boxes."""
    if sys.platform == "darwin":
        return True
    if listing := shutil.which("fc-list"):
        found = subprocess.run([listing, ":lang=ja", "file"], capture_output=True, check=False, timeout=60)  # noqa: S603
        return bool(found.stdout.strip())
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path("~/.local/share/fonts").expanduser()]
    return any(next(folder.rglob(name), None) for folder in folders if folder.is_dir() for name in CJK_NAMES)


def can_use_apt() -> bool:
    """Whether this process may install Debian packages."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(say: Callable[[str], None]) -> Path | None:
    """Install Chromium by the first way that works here; None where none does."""
    if can_use_apt():
        say(f"installing {' and '.join(APT_PACKAGES)} with apt-get")
        if apt_install(APT_PACKAGES) and (found := find()):
            return found
    say("downloading Playwright's Chromium")
    with_deps = ["--with-deps"] if can_use_apt() else []
    command = [sys.executable, "-m", "playwright", "install", *with_deps, "chromium"]
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - fixed words
        return None
    return find()


def apt_install(packages: tuple[str, ...]) -> bool:
    """Install Debian packages; whether that worked. Only for root."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for arguments in (["update", "-q"], ["install", "-y", "-q", "--no-install-recommends", *packages]):
        done = subprocess.run(["apt-get", *arguments], env=environment, check=False)  # noqa: S603, S607 - the system's
        if done.returncode and arguments[0] == "install":
            return False
    return True


def how_to_install() -> str:
    """The one command with which a person gets Chromium here."""
    if sys.platform == "darwin":
        return "brew install --cask chromium"
    if shutil.which("apt-get"):
        return f"sudo apt-get install -y {' '.join(APT_PACKAGES)}"
    return f"{sys.executable} -m playwright install chromium"


def how_to_install_fonts() -> str:
    """The one command with which a person gets the fonts."""
    if shutil.which("dnf"):
        return "sudo dnf install -y google-noto-sans-cjk-fonts"
    return "sudo apt-get install -y fonts-noto-cjk"
