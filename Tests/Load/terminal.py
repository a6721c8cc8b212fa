#!/usr/bin/env python3
"""Uses the example on a terminal, as a person does: types, resizes, suspends and ends it.

    Tests/Load/terminal.py [PROGRAM]

PROGRAM is .build/debug/weather-search if it is not given. Whatever ends or stops the program, the terminal has the settings and the
screen that it had before. Every wait is for output or for the end of a process; after a minute the process is killed, which ends
the wait.
"""

import fcntl
import os
import pty
import signal
import struct
import sys
import termios
import threading

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
LIMIT = 60


def fail(message: str) -> None:
    sys.exit(f"terminal: {message}")


def expect(holds: bool, message: str) -> None:
    if not holds:
        fail(message)


class Session:
    """The program on a terminal of its own."""

    def __init__(self, program: str, typed: bytes = b"", out: int | None = None, arguments: list[str] = []) -> None:
        self.terminal, side = pty.openpty()
        self.resize(24, 80)
        self.before = termios.tcgetattr(self.terminal)
        # Typed before the program has begun.
        os.write(self.terminal, typed)
        self.process = os.fork()
        if self.process == 0:
            os.login_tty(side)
            if out is not None:
                os.dup2(out, 1)
            os.execv(program, [program, *arguments])
        os.close(side)
        self.output = b""
        self.isOver = False
        self.alarm = threading.Timer(LIMIT, lambda: os.kill(self.process, signal.SIGKILL))
        self.alarm.start()

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: bytes) -> None:
        os.write(self.terminal, text)

    def expect(self, text: bytes) -> None:
        """Reads until `text` comes, and forgets what came before."""
        while text not in self.output:
            try:
                more = os.read(self.terminal, 65_536)
            except OSError:
                more = b""
            expect(more != b"", f"the program ended before it wrote {text!r}; it wrote {self.output[-500:]!r}")
            self.output += more
        self.output = self.output[self.output.index(text) + len(text) :]

    @property
    def isRaw(self) -> bool:
        return termios.tcgetattr(self.terminal)[3] & (termios.ICANON | termios.ECHO | termios.ISIG) == 0

    @property
    def isAsBefore(self) -> bool:
        return termios.tcgetattr(self.terminal) == self.before

    def wait(self, options: int = 0) -> int:
        """Waits for a change of the process, and returns its status."""
        return os.waitpid(self.process, options)[1]

    def end(self) -> int:
        """Waits for the end of the process, and checks the terminal."""
        self.expect(LEAVE)
        status = self.wait()
        self.alarm.cancel()
        expect(self.isAsBefore, f"the terminal's settings are not what they were, after status {status:#x}")
        os.close(self.terminal)
        return status


def search(program: str, typed: bytes = b"") -> Session:
    """A session that shows the weather of Reykjavík."""
    session = Session(program, typed)
    session.expect(ENTER)
    if not typed:
        session.type(b"reykj")
    session.expect("Reykjavík".encode())
    session.type(b"\r")
    session.expect(b"sunrise")
    expect(session.isRaw, "the terminal is not raw while the program runs")
    return session


def main() -> None:
    program = sys.argv[1] if len(sys.argv) > 1 else ".build/debug/weather-search"

    session = search(program)
    session.type(b"\x1b")
    expect(session.end() == 0, "Escape does not end the program with success")

    session = search(program, typed=b"reykj")
    session.resize(40, 120)
    session.expect("Reykjavík".encode())
    session.type(b"\x03")
    expect(session.end() == 0, "Ctrl-C does not end the program with success")

    session = search(program)
    os.kill(session.process, signal.SIGTERM)
    status = session.end()
    expect(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGTERM, f"SIGTERM ends it with status {status:#x}")

    session = search(program)
    for stop in (lambda: session.type(b"\x1a"), lambda: os.kill(session.process, signal.SIGTSTP)):
        stop()
        session.expect(LEAVE)
        expect(os.WIFSTOPPED(session.wait(os.WUNTRACED)), "it is not stopped")
        expect(session.isAsBefore, "the terminal of a stopped program has not the settings from before")
        os.kill(session.process, signal.SIGCONT)
        session.expect(ENTER)
        session.expect("Reykjavík".encode())
        expect(session.isRaw, "the terminal is not raw when the program goes on")
    session.type(b"\x1b")
    expect(session.end() == 0, "a program that went on does not end with success")

    # The output is not a terminal.
    silent = Session(program, out=os.open(os.devnull, os.O_WRONLY))
    status = silent.wait()
    silent.alarm.cancel()
    expect(os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0, f"an output that is no terminal gives status {status:#x}")
    expect(silent.isAsBefore, "a terminal that was not used has other settings")

    print("terminal: typed ahead, resized, suspended twice, ended by a key, a signal and an error; the settings are as before")


if __name__ == "__main__":
    main()
