#!/usr/bin/env python3
"""Kills a host of the example with SIGKILL while two other processes ask it, and brings it back: no query is lost.

    Tests/Load/kill.py [PROGRAM] [--short]

PROGRAM is .build/release/weather-search if it is not given. Each client gets its queries at once and must print the answers to
all of them, each once and in the order of the queries, and end with success. Every wait is for output, or for the end of a process;
at the limit of four minutes all processes are killed, which ends the waits. Every process that is started is killed at the end.
"""

import atexit
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LIMIT = 240
QUERIES = {"reykj": "Weather in Reykjavík, Iceland", "paris, us": "Weather in Paris, United States", "troms": "Weather in Tromsø, Norway"}


started = []


@atexit.register
def end_all():
    for process in started:
        if process.poll() is None:
            process.kill()


def start(arguments, **streams):
    started.append(subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, **streams))
    return started[-1]


class Host:
    """A process that hosts the search at a path."""

    def __init__(self, program, path):
        arguments = [program, "--host", path, "--date", "2024-06-21"]
        self.process = start(arguments, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
        for line in self.process.stdout:
            if "hosting at" in line:
                return
        sys.exit(f"kill: the host has ended with {self.process.wait()}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.terminate()
        status = self.process.wait()
        self.process.stdout.close()
        if status != 0:
            sys.exit(f"kill: the host has ended with {status}")


class Client:
    """A process that asks the host, and what it has answered."""

    def __init__(self, program, path, queries):
        self.queries = queries
        self.answers, self.notes = [], []
        self.changed = threading.Condition()
        self.process = start([program, "--connect", path], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        tasks = (self.write, self.read, self.read_notes)
        self.threads = [threading.Thread(target=task, daemon=True) for task in tasks]
        for thread in self.threads:
            thread.start()

    def write(self):
        try:
            self.process.stdin.write("".join(query + "\n" for query in self.queries))
            self.process.stdin.close()
        except BrokenPipeError:
            # It has ended, as its status will say.
            pass

    def read(self):
        for line in self.process.stdout:
            if line.startswith("Weather in "):
                with self.changed:
                    self.answers.append(line.strip())
                    self.changed.notify_all()
        self.process.wait()
        with self.changed:
            self.changed.notify_all()

    def read_notes(self):
        for line in self.process.stderr:
            self.notes.append(line.strip())

    def wait_for(self, count):
        """Until so many answers have come, or the client has ended."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.answers) >= count or self.process.poll() is not None)

    def problems(self):
        status = self.process.wait()
        for thread in self.threads:
            thread.join()
        expected = [QUERIES[query] for query in self.queries]
        if status != 0:
            yield f"a client has ended with {status}: {self.notes[-3:]}"
        if [answer[: len(text)] for answer, text in zip(self.answers, expected)] != expected or len(self.answers) != len(expected):
            yield f"{len(self.answers)} answers to {len(expected)} queries, or not the right ones: {self.notes[-3:]}"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--short"]
    short = "--short" in sys.argv
    program = arguments[0] if arguments else ".build/release/weather-search"
    count, kills = (150, 3) if short else (2_000, 20)
    dice = random.Random(7)
    begin = time.monotonic()
    watch = threading.Timer(LIMIT, end_all)
    watch.daemon = True
    watch.start()
    with tempfile.TemporaryDirectory() as directory:
        path = str(Path(directory) / "host")
        host = Host(program, path)
        clients = [Client(program, path, [dice.choice(sorted(QUERIES)) for _ in range(count)]) for _ in range(2)]
        for _ in range(kills):
            # Somewhere between two answers of the one that has most to do, so that it has been connected since the last time.
            slower = min(clients, key=lambda client: len(client.answers))
            slower.wait_for(len(slower.answers) + count // (kills + 2))
            time.sleep(dice.random() * 0.02)
            host.kill()
            host = Host(program, path)
        problems = [problem for client in clients for problem in client.problems()]
        host.stop()
    gone = sum("has gone" in note for client in clients for note in client.notes)
    unknown = sum("is unknown" in note for client in clients for note in client.notes)
    if gone < kills:
        problems.append(f"only {gone} losses of the host were told")
    print(
        f"kill: {2 * count} queries of two clients, a host killed {kills} times: "
        f"{sum(len(client.answers) for client in clients)} answers, {gone} losses told, {unknown} actions unknown, "
        f"{time.monotonic() - begin:.1f} s"
    )
    for problem in problems:
        print(f"kill: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


main()
