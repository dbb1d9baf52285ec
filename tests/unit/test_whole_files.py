"""Files that are asked for come whole or not at all, and leave nothing beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.attempts import StageError
from tasks.whole_files import write_whole


@pytest.mark.promise("MARK-4")
def test_what_a_lost_run_of_the_job_left_half_written_goes_with_the_next_one(tmp_path: Path) -> None:
    target = tmp_path / "copy.pdf"
    (tmp_path / ".copy.pdf.job_1").write_bytes(b"%PDF-1.7 cut sh")
    write_whole(target, b"whole", overwrite=False, mark="job_1")
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"copy.pdf": b"whole"}


def test_nothing_is_written_over_or_left_beside_what_is_there(tmp_path: Path) -> None:
    target = tmp_path / "copy.pdf"
    target.write_bytes(b"first")
    with pytest.raises(StageError) as refused:
        write_whole(target, b"second", overwrite=False, mark="job_2")
    assert refused.value.kind == "exists"
    assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"copy.pdf": b"first"}
