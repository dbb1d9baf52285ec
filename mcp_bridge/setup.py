"""`uratori setup`: get what `uratori doctor` would miss, as far as that works without a person."""

from __future__ import annotations

from collections.abc import Callable

from ledger.refusals import Refusal
from mcp_bridge import chromium_setup
from mcp_bridge.doctor import prefect_prepared
from mcp_bridge.home import home_dir, prepare_home
from mcp_bridge.hub_process import read_settings
from mcp_bridge.prefect_child import prepare_database
from mcp_bridge.sockets import CannotStart


def run(say: Callable[[str], None]) -> bool:
    """Set up Chromium, fonts and Prefect's database.

    Returns:
        whether everything is there now; what is not was said, with the command that brings it.
    """
    home = home_dir()
    prepare_home(home)
    say(f"data directory: {home}")
    try:
        read_settings(home)
    except CannotStart as error:
        say(f"{error}.")
        return False
    return all([_chromium(say), _fonts(say), _prefect(say)])


def _chromium(say: Callable[[str], None]) -> bool:
    found = chromium_setup.find() or chromium_setup.install(say)
    if found is None:
        say(f"Chromium is missing and could not be installed. Run: {chromium_setup.how_to_install()}")
        return False
    try:
        version = chromium_setup.started_version(found)
    except RuntimeError as error:
        say(f"{found} does not start: {error}\nRun: {chromium_setup.how_to_install()}")
        return False
    say(f"Chromium {version}: {found}")
    return True


def _fonts(say: Callable[[str], None]) -> bool:
    """Missing fonts only spoil pictures: said, never an obstacle."""
    if chromium_setup.has_cjk_fonts():
        return True
    if chromium_setup.can_use_apt():
        say("installing fonts-noto-cjk with apt-get")
        if chromium_setup.apt_install(("fonts-noto-cjk",)):
            return True
    say(f"There is no font for Japanese: pictures would show boxes. Run: {chromium_setup.how_to_install_fonts()}")
    return True


def _prefect(say: Callable[[str], None]) -> bool:
    home = home_dir()
    settings = read_settings(home)
    if settings.prefect_api_url:
        say(f"Prefect: the server at {settings.prefect_api_url} is used")
        return True
    if prefect_prepared(home):
        say("Prefect's database: prepared before")
        return True
    say("preparing Prefect's database (once, some 20 seconds)")
    try:
        seconds = prepare_database(settings)
    except Refusal as refusal:
        say(f"{refusal.message} {refusal.suggestion}")
        return False
    say(f"Prefect's database: prepared in {seconds:.0f} s")
    return True
