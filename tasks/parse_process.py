"""A parsing process as its owner sees it: one job at a time, each with a time limit."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Final

from tasks.attempts import StageError
from tasks.parse_worker import LENGTH_BYTES, Answer, Job

ENDING: Final = frozenset({"parse_timeout", "parse_crashed"})
"""Failures after which the process is gone."""


class ParseProcess:
    """One parsing process. Used by one thread at a time; `stop` by any."""

    def __init__(self, memory_bytes: int) -> None:
        root = str(Path(__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
        self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell, no input in the arguments
            [sys.executable, "-P", "-B", "-m", "tasks.parse_worker", str(memory_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": path},
            start_new_session=True,
        )
        self._timed_out = False

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    @property
    def dead(self) -> bool:
        """Whether the process has ended."""
        return self._process.poll() is not None

    def ask(self, job: Job, seconds: float) -> Answer:
        """One job.

        Raises:
            StageError: `parse_timeout` or `parse_crashed`, after which the process is gone; else why the document was
                not read.
        """
        timer = threading.Timer(seconds, self._time_out)
        timer.daemon = True
        timer.start()
        try:
            body = self._exchange(job.model_dump_json().encode("utf-8"))
        finally:
            timer.cancel()
        if body is None:
            self.stop()
            if self._timed_out:
                raise StageError("parse_timeout", f"The document could not be parsed within {seconds:g} seconds.")
            raise StageError("parse_crashed", "The document made the parser fail or run out of memory.")
        answer = Answer.model_validate_json(body)
        if answer.failure is not None:
            raise StageError(answer.failure.kind, answer.failure.message)
        return answer

    def _exchange(self, line: bytes) -> bytes | None:
        jobs, answers = self._process.stdin, self._process.stdout
        if jobs is None or answers is None:
            raise RuntimeError("the parser was started without pipes")
        try:
            jobs.write(line + b"\n")
            jobs.flush()
            size = int.from_bytes(head, "big") if len(head := answers.read(LENGTH_BYTES)) == LENGTH_BYTES else -1
            body = answers.read(size) if size >= 0 else b""
        except (BrokenPipeError, ValueError):
            return None  # it died, or was shut down meanwhile
        return body if len(body) == size else None

    def _time_out(self) -> None:
        self._timed_out = True
        self._process.kill()

    def stop(self) -> None:
        """End the process and wait for it."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
