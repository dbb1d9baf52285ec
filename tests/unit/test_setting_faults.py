"""Wrong settings are told by their variable, what was given and the form wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.settings import Settings
from mcp_bridge import setup
from mcp_bridge.hub_process import read_settings
from mcp_bridge.server import TOOLSETS
from mcp_bridge.setting_faults import form
from mcp_bridge.sockets import CannotStart


@pytest.mark.parametrize(
    ("variable", "given", "wanted"),
    [
        ("URATORI_PORT", "many", "a whole number from 0 to 65535"),
        ("URATORI_PORT", "70000", "a whole number from 0 to 65535"),
        ("URATORI_HUB_IDLE_MINUTES", "0", "a number above 0"),
        ("URATORI_RETRY_DELAY", "-1", "a number not below 0"),
        ("URATORI_ALLOW_PRIVATE_ADDRESSES", "maybe", "true or false"),
        ("URATORI_LANG", "fr", "one of en, ja"),
        ("URATORI_LOG_LEVEL", "loud", "one of DEBUG, INFO, WARNING, ERROR"),
        ("URATORI_ALLOWED_ROOTS", "/home/me", 'a JSON list of paths, such as ["/home/me/texts"]'),
        ("URATORI_EXPORT_ROOTS", "[1]", 'a JSON list of paths, such as ["/home/me/reports"]'),
        ("URATORI_FETCH_PORTS", "8000", "a JSON list of whole numbers, such as [8000]"),
        (
            "URATORI_TOOLSETS",
            "ledger, x",
            f"names out of {', '.join(TOOLSETS)}, separated by commas, such as ledger,citations",
        ),
    ],
)
def test_a_wrong_value_is_told_with_the_form_wanted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, given: str, wanted: str
) -> None:
    monkeypatch.setenv(variable, given)
    with pytest.raises(CannotStart) as refused:
        read_settings(tmp_path)
    assert str(refused.value) == f"a setting is wrong: {variable} is {given!r}, but must be {wanted}"


def test_several_wrong_values_are_told_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("uratori_port", "x" * 500)
    monkeypatch.setenv("URATORI_LANG", "fr")
    with pytest.raises(CannotStart) as refused:
        read_settings(tmp_path)
    assert "URATORI_PORT is" in str(refused.value)
    assert "URATORI_LANG is 'fr'" in str(refused.value)
    assert len(str(refused.value)) < 400


def test_every_setting_has_a_form() -> None:
    assert [name for name in Settings.model_fields if not form(name)] == []


def test_setup_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("URATORI_HOME", str(tmp_path))
    monkeypatch.setenv("URATORI_CHROMIUM", "/none")
    monkeypatch.setenv("URATORI_PORT", "x")
    said: list[str] = []
    assert not setup.run(said.append)
    assert "URATORI_PORT is 'x', but must be a whole number" in said[-1]
