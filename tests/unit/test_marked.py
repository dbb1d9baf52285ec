"""A mark counts only where a test that runs carries it."""

from __future__ import annotations

import pytest

from tests.marked import marks

CARRIED = {
    '@pytest.mark.promise("A-1")\ndef test_x(): ...': "test_x",
    '@pytest.mark.promise("A-1")\nasync def test_x(): ...': "test_x",
    '@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.promise("A-1"))])\ndef test_x(x): ...': "test_x",
    '@pytest.mark.promise("A-1")\nclass TestX:\n    def test_x(self): ...': "TestX",
    'class TestX:\n    @pytest.mark.promise("A-1")\n    def test_x(self): ...': "test_x",
    'class TestX:\n    pytestmark = [m, pytest.mark.promise("A-1")]\n    def test_x(self): ...': "TestX",
    'pytestmark = pytest.mark.promise("A-1")\ndef test_x(): ...': "module",
}
STRAY = [
    '@pytest.mark.promise("A-1")\ndef helper(): ...',
    '@pytest.mark.promise("A-1")\nclass TestEmpty: ...',
    '@pytest.mark.promise("A-1")\nclass Helper:\n    def test_x(self): ...',
    'pytestmark = pytest.mark.promise("A-1")',
    '@pytest.mark.skip\n@pytest.mark.promise("A-1")\ndef test_x(): ...',
    '@pytest.mark.promise("A-1")\n@pytest.mark.xfail(strict=True)\ndef test_x(): ...',
    '@pytest.mark.skip\nclass TestX:\n    @pytest.mark.promise("A-1")\n    def test_x(self): ...',
    'pytestmark = [pytest.mark.skip("no")]\n@pytest.mark.promise("A-1")\ndef test_x(): ...',
    "@pytest.mark.promise(ID)\ndef test_x(): ...",
    '@pytest.mark.promise(id="A-1")\ndef test_x(): ...',
    "@pytest.mark.promise\ndef test_x(): ...",
    'def test_x():\n    @pytest.mark.promise("A-1")\n    def test_y(): ...',
    'shown = pytest.mark.promise("A-1")\n@shown\ndef test_x(): ...',
]


@pytest.mark.parametrize("source", CARRIED)
def test_a_mark_counts_wherever_a_test_carries_it(source: str) -> None:
    assert marks(source, "promise") == ([(CARRIED[source], ("A-1",))], [])


@pytest.mark.parametrize("source", STRAY)
def test_a_mark_that_no_test_carries_is_seen(source: str) -> None:
    carried, stray = marks(source, "promise")
    assert (carried, len(stray)) == ([], 1)


def test_another_mark_is_none() -> None:
    assert marks('@pytest.mark.promise("A-1")\ndef test_x(): ...', "fault") == ([], [])
