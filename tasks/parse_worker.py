"""The process that parses: requests as lines of JSON on stdin, answers as a length and JSON on stdout, to stdin's end.

Started with a limit on its memory, so that a hostile file costs this process and not the hub.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from typing import BinaryIO

from evidence.pdf import PdfError
from tasks.parsed import ParseRequest, parse, too_large

LENGTH_BYTES = 8


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every request in turn."""
    for line in requests:
        body = _answer(line)
        answers.write(len(body).to_bytes(LENGTH_BYTES, "big"))
        answers.write(body)
        answers.flush()


def _answer(line: bytes) -> bytes:
    try:
        parsed = parse(ParseRequest.model_validate_json(line))
        why = too_large(parsed)
        return _failure("parse_too_large", why) if why else parsed.model_dump_json().encode("utf-8")
    except PdfError as error:
        return _failure(f"pdf_{error.kind}", error.message)
    except MemoryError:
        return _failure("parse_memory", "The document needs more memory than a parse may use.")
    except OSError as error:
        return _failure("staged_missing", f"The staged file can't be read: {error.strerror}.")
    except ValueError as error:
        return _failure("media_unsupported", str(error))


def _failure(kind: str, message: str) -> bytes:
    return json.dumps({"failure": {"kind": kind, "message": message}}).encode("utf-8")


def limit(memory_bytes: int) -> None:
    """Bound this process: its address space where the system keeps to it (Linux), no core files, few open files."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


def main() -> None:
    """Serve stdin and stdout; whatever a library prints goes nowhere near the answers."""
    limit(int(sys.argv[1]))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
