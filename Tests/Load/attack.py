#!/usr/bin/env python3
"""Attacks `weather-search --serve` and `--host` at the edges of a process, and fails if one of them does not hold.

usage: Tests/Load/attack.py PROGRAM [--short] [--only NAME...]

Addresses that hold something else, descriptors that run out, reset storms, silent and slow and half-open clients, garbage,
floods, signals at the start and under load, big frames and unread replies, lines and frames that lie, errors that are not read,
several of these while the server is told to stop, and servers that are frozen. Prints figures for each attack, and exits with 1
if an expectation fails. The long form takes five minutes and makes 2,000 connections and 60,000 resets; the short form takes
less than a minute. Everything goes over the loopback interface, or Unix sockets in a temporary folder; every wait is bounded,
and every process that is started is killed.
"""
import argparse
import asyncio
import atexit
import base64
import fcntl
import json
import os
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("program")
arguments.add_argument("--short", action="store_true")
arguments.add_argument("--only", nargs="+", default=[])
options = arguments.parse_args()
PROGRAM = os.path.abspath(options.program)
LONG = not options.short
# An answer takes milliseconds; a machine that does other work is given this long.
PATIENCE = 20
# The server has five seconds; the rest is for a machine that does other work.
STOP_LIMIT = 5.5

folder = tempfile.TemporaryDirectory(prefix="attack-")
started = []
failures = []


@atexit.register
def end_all():
    for process in started:
        if process.poll() is None:
            process.kill()
            process.wait()


def expect(condition, text):
    if not condition:
        failures.append(text)
        print(f"    FAILED: {text}")


def figures(**values):
    print("    " + ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in values.items()))


def percentiles(times):
    if not times:
        return "none"
    times = sorted(times)
    at = lambda percent: f"{times[min(len(times) - 1, len(times) * percent // 100)] * 1000:.0f}"
    return f"{at(50)}/{at(90)}/{at(99)}/{at(100)} ms (50/90/99/100 %)"


# MARK: Servers and clients


class Server:
    """A process of the program, at a port that the system chooses."""

    count = 0

    def __init__(self, mode="--serve", address="0", descriptors=None, more=()):
        Server.count += 1
        self.log = os.path.join(folder.name, f"log-{Server.count}")

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [PROGRAM, mode, address, "--date", "2024-06-21", *more],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=limit,
            )
        started.append(self.process)
        end = time.monotonic() + PATIENCE
        while b" at " not in self.said() and self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.002)
        expect(b" at " in self.said(), f"no server at {address}: {self.said()!r}")
        place = self.said().split(b" at ")[1].split(b"\n")[0].decode() if b" at " in self.said() else ":0"
        self.port = int(place.rsplit(":")[-1]) if ":" in place else None
        self.path = None if self.port else place

    def said(self):
        with open(self.log, "rb") as log:
            return log.read(1 << 20)

    def field(self, name):
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(name))

    def peak(self):
        """The largest resident set so far."""
        return f"{self.field('VmHWM') / 1024:.0f} MB"

    def is_running(self):
        return self.process.poll() is None

    async def stop(self, number=signal.SIGTERM):
        """Seconds from the signal to the exit. A server that is not told is killed at the end."""
        begin = time.monotonic()
        self.process.send_signal(number)
        while self.is_running() and time.monotonic() - begin < 30:
            await asyncio.sleep(0.005)
        elapsed = time.monotonic() - begin
        expect(self.process.poll() == 0, f"exit status {self.process.poll()} after {number.name}")
        expect(elapsed < STOP_LIMIT, f"{elapsed:.1f} s from {number.name} to the exit")
        if self.is_running():
            self.process.kill()
        return elapsed

    async def connect(self):
        if self.path:
            return await asyncio.wait_for(asyncio.open_unix_connection(self.path), PATIENCE)
        return await asyncio.wait_for(asyncio.open_connection("127.0.0.1", self.port), PATIENCE)

    def connect_socket(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)


async def answer(reader):
    """The next answer without its end; None if the connection ends before."""
    lines = []
    while True:
        try:
            line = await asyncio.wait_for(reader.readline(), PATIENCE)
        except (ConnectionError, asyncio.TimeoutError) as error:
            return f"error {error!r}"
        if not line.endswith(b"\n"):
            return None if not lines and not line else f"half {b''.join(lines) + line!r}"
        if line == b".\n":
            return b"".join(lines).decode()
        lines.append(line)


async def ask(server, query=b"reykj\n", half=False):
    """What one client is answered, and the seconds that it took."""
    begin = time.monotonic()
    try:
        reader, writer = await server.connect()
        writer.write(query)
        if half:
            writer.write_eof()
        text = await answer(reader)
        writer.close()
    except OSError as error:
        text = f"error {error!r}"
    return text, time.monotonic() - begin


def is_right(text):
    return bool(text) and text.startswith("Reykjav")


def run(*parts, **more):
    """Runs the program to its end."""
    return subprocess.run([PROGRAM, *parts], capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL, **more)


async def status(server):
    """The exit status and the first words of `--status`, and the seconds that it took."""
    begin = time.monotonic()
    result = await asyncio.to_thread(run, "--status", str(server.port or server.path))
    return result.returncode, result.stdout.decode(), time.monotonic() - begin


# MARK: Attacks


async def addresses():
    """What stands at the address is not replaced, and named"""
    path = os.path.join(folder.name, "place")
    for mode in ["--serve", "--host"]:
        with open(path, "w") as file:
            file.write("precious")
        result = run(mode, path)
        expect(result.returncode == 74 and path.encode() in result.stderr, f"{mode} at a file: {result}")
        expect(open(path).read() == "precious", f"{mode} has touched a file")
        os.symlink(path, path + "-link")
        result = run(mode, path + "-link")
        expect(result.returncode == 74 and os.path.islink(path + "-link"), f"{mode} at a link: {result}")
        os.unlink(path + "-link")
        os.unlink(path)
        os.mkdir(path)
        result = run(mode, path)
        expect(result.returncode == 74 and path.encode() in result.stderr, f"{mode} at a folder: {result}")
        os.rmdir(path)
        for wrong in [":7000", "localhost", "localhost:7000", "127.0.0.1:7000", "http://localhost", "+1", "65536", "name"]:
            result = run(mode, wrong, cwd=folder.name)
            expect(result.returncode == 64 and wrong.encode() in result.stderr, f"{mode} {wrong}: {result}")
            expect(not os.path.lexists(os.path.join(folder.name, wrong)), f"{mode} has made {wrong}")
        missing = os.path.join(folder.name, "none", "place")
        result = run(mode, missing)
        expect(result.returncode == 74 and missing.encode() in result.stderr, f"{mode} in no folder: {result}")
        server = Server(mode, path)
        result = run(mode, path)
        expect(result.returncode == 74 and path.encode() in result.stderr, f"{mode} at a live socket: {result}")
        server.process.kill()
        server.process.wait()
        expect(os.path.exists(path), "a killed server has removed its socket")
        server = Server(mode, path)
        await server.stop()
        expect(not os.path.exists(path), f"{mode} has left its socket behind")
    server = Server()
    result = run("--serve", str(server.port))
    expect(result.returncode == 74 and str(server.port).encode() in result.stderr, f"a taken port: {result}")
    with open(f"/proc/{server.process.pid}/limits") as limits:
        soft = int(next(line for line in limits if line.startswith("Max open files")).split()[3])
    before = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    expect(soft >= before, f"the limit of descriptors went from {before} to {soft}")
    figures(descriptors_before=before, after=soft, stopped_in=f"{await server.stop():.2f} s")


async def descriptors():
    """Descriptors run out: 70 connections with 64 of them, and a storm of resets"""
    server = Server(descriptors=64)
    begin = time.monotonic()
    clients = [await server.connect() for _ in range(70)]
    for _, writer in clients:
        writer.write(b"reykj\n")
    texts = [await answer(reader) for reader, _ in clients]
    answered = sum(map(is_right, texts))
    refused = sum(text == "! too many connections\n" for text in texts)
    expect(answered >= 16, f"only {answered} of 70 answered")
    expect(answered + refused == 70, f"neither answered nor refused: {[t for t in texts if not is_right(t)][:3]}")
    for _, writer in clients:
        writer.close()
    elapsed = time.monotonic() - begin

    count = 60_000 if LONG else 6_000

    def storm():
        resets = 0
        for index in range(count):
            try:
                client = server.connect_socket()
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if index % 3 == 0:
                    client.send(b"reykj\n")
                client.close()
                resets += 1
            except OSError:
                pass
        return resets

    begin = time.monotonic()
    resets = await asyncio.to_thread(storm)
    storm_time = time.monotonic() - begin
    expect(server.is_running(), f"the server has ended: {server.said()[-300:]!r}")
    text, seconds = await ask(server)
    for _ in range(20):
        if is_right(text):
            break
        await asyncio.sleep(0.25)
        text, seconds = await ask(server)
    expect(is_right(text), f"after the storm: {text!r}")
    figures(
        accepted=70, answered=answered, refused=refused, in_=f"{elapsed:.2f} s", resets=resets,
        resets_a_second=f"{resets / storm_time:.0f}", answer_after_them=f"{seconds * 1000:.0f} ms", peak=server.peak(),
        stopped_in=f"{await server.stop():.2f} s",
    )


async def silent():
    """Silent clients take every place: the operator is not locked out, and the others not for long"""
    server = Server(descriptors=None if LONG else 160)
    count = 2_200 if LONG else 160
    begin = time.monotonic()
    clients = [await server.connect() for _ in range(count)]
    code, text, seconds = await status(server)
    expect(code == 75 and "full" in text.splitlines()[0], f"the status of a full server: exit {code}, {text!r}")
    text, _ = await ask(server)
    expect(text == "! too many connections\n", f"a client of a full server: {text!r}")
    # One that drips.
    reader, slow = clients[0]

    async def drip():
        while not slow.is_closing():
            slow.write(b"r")
            await asyncio.sleep(0.5)

    dripping = asyncio.create_task(drip())
    waited = None
    while time.monotonic() - begin < 30:
        if is_right((await ask(server))[0]):
            waited = time.monotonic() - begin
            break
        await asyncio.sleep(0.25)
    expect(waited is not None and waited < 15 + count / 500, f"no place after {waited} s")
    told = [await answer(reader) for reader, _ in clients]
    reasons = sum(bool(text) and text.startswith(("! no query within", "! too many")) for text in told[1:])
    expect(reasons == count - 1, f"{count - 1 - reasons} silent clients were not told: {[t for t in told[1:]][:3]}")
    expect(told[0] == "! the line did not end within 10.0 seconds\n", f"one that drips was told {told[0]!r}")
    dripping.cancel()
    for _, writer in clients:
        writer.close()
    code, text, _ = await status(server)
    expect(code == 0 and "serving" in text.splitlines()[0], f"the status afterwards: exit {code}, {text!r}")
    figures(
        silent=count, status_of_the_full_server=f"{seconds * 1000:.0f} ms", another_was_served_after=f"{waited or -1:.1f} s",
        peak=server.peak(), stopped_in=f"{await server.stop():.2f} s",
    )


async def strange():
    """Half-open clients, garbage, long lines, clients that speak and leave; a server that is none"""
    server = Server()
    for said, code in [(b"HTTP/1.1 400 Bad Request\r\n\r\n", 76), (b"! too many connections\n.\n", 75), (b"", 69)]:
        with socket.create_server(("127.0.0.1", 0)) as other:
            asking = asyncio.create_task(asyncio.to_thread(run, "--status", str(other.getsockname()[1])))
            client, _ = await asyncio.to_thread(other.accept)
            client.sendall(said)
            client.shutdown(socket.SHUT_WR)
            result = await asking
            client.close()
        expect(result.returncode == code and result.stderr and not result.stdout, f"--status of {said!r}: {result}")
    for query in [b"reykj", b"reykj\n", b"zz\nreykj"]:
        reader, writer = await server.connect()
        writer.write(query)
        writer.write_eof()
        texts = []
        while (text := await answer(reader)) is not None and len(texts) < 9:
            texts.append(text)
        expect(is_right(texts[-1] if texts else None) and len(texts) == query.strip().count(b"\n") + 1, f"half-open: {texts}")
        writer.close()
    generator, count = random.Random(7), 500 if LONG else 100
    begin, spoken = time.monotonic(), 0
    for index in range(count):
        reader, writer = await server.connect()
        try:
            writer.write(generator.randbytes(generator.choice([1, 100, 5_000, 100_000])))
            if index % 3 == 0:
                writer.transport.abort()
            elif index % 3 == 1:
                writer.write(b"\nreykj\n")
                writer.write_eof()
                last = None
                while (text := await answer(reader)) is not None and not text.startswith("error"):
                    last = text
                spoken += is_right(last)
        except ConnectionError:
            pass
        writer.close()
    expect(spoken == len(range(1, count, 3)), f"{spoken} of {len(range(1, count, 3))} were answered after garbage")
    text, seconds = await ask(server)
    expect(is_right(text), f"after garbage: {text!r}")
    figures(
        garbage=count, in_=f"{time.monotonic() - begin:.1f} s", answer_after_it=f"{seconds * 1000:.0f} ms",
        peak=server.peak(), stopped_in=f"{await server.stop():.2f} s",
    )


async def flood():
    """A flood of pipelined queries, and clients that do not read: the others are answered, and so is the operator"""
    server = Server()
    connections, seconds = (2_000, 60) if LONG else (200, 5)
    unread = []
    for _ in range(20):
        client = server.connect_socket()
        client.setblocking(False)
        try:
            client.send(b"reykj\n" * 20_000)
        except BlockingIOError:
            pass
        unread.append(client)
    end, times, statuses = time.monotonic() + seconds, [], []
    burst = b"reykj\n" * 10

    async def type_queries():
        reader, writer = await server.connect()
        while time.monotonic() < end:
            begin = time.monotonic()
            writer.write(burst)
            for _ in range(10):
                text = await answer(reader)
                if not is_right(text):
                    return text
            times.append((time.monotonic() - begin) / 10)
        writer.close()
        return None

    async def watch():
        while time.monotonic() < end:
            code, _, elapsed = await status(server)
            statuses.append(elapsed)
            expect(code in (0, 75), f"exit {code} of --status under load")
            await asyncio.sleep(0.25)

    results = await asyncio.gather(*(type_queries() for _ in range(connections - 30)), watch())
    wrong = [text for text in results if text]
    expect(not wrong, f"{len(wrong)} clients were answered wrongly: {wrong[:3]}")
    expect(statuses and max(statuses) < PATIENCE, f"--status took {max(statuses):.1f} s")
    for client in unread:
        client.close()
    figures(
        connections=connections - 30, answered=len(times) * 10, a_second=f"{len(times) * 10 / seconds:.0f}",
        time_of_an_answer=percentiles(times), of_the_status=percentiles(statuses), peak=server.peak(),
        stopped_in=f"{await server.stop():.2f} s",
    )


async def signals():
    """Signals as soon as the server listens, and under load"""
    times = []
    for index in range(30 if LONG else 9):
        server = Server("--host" if index % 2 else "--serve")
        times.append(await server.stop([signal.SIGTERM, signal.SIGHUP, signal.SIGINT][index % 3]))
    stops, answered, halves = [], 0, 0
    for number in [signal.SIGTERM, signal.SIGHUP] if LONG else [signal.SIGTERM]:
        server = Server()
        clients = [await server.connect() for _ in range(500 if LONG else 100)]
        for _, writer in clients:
            writer.write(b"reykj\n" * 20_000)

        async def read(reader):
            texts = []
            while (text := await answer(reader)) is not None:
                texts.append(text)
                if text.startswith(("error", "half")):
                    break
            return texts

        reading = [asyncio.create_task(read(reader)) for reader, _ in clients[: len(clients) // 2]]
        await asyncio.sleep(0.5)
        stops.append(await server.stop(number))
        for texts in await asyncio.gather(*reading):
            answered += sum(map(is_right, texts))
            halves += sum(not is_right(text) and not text.startswith(("! the server ends", "error")) for text in texts)
        for _, writer in clients:
            writer.transport.abort()
    expect(answered > 0, "no answers under load")
    expect(halves == 0, f"{halves} answers were cut or wrong")
    figures(
        stops_at_the_start=len(times), longest=f"{max(times):.2f} s", under_load=", ".join(f"{t:.2f} s" for t in stops),
        answered=answered, cut=halves,
    )


def frame(contents):
    return struct.pack(">I", len(contents)) + contents


async def host():
    """Big frames, many connections and unread replies at a host"""
    server = Server("--host")
    clients, sent, closed = [], 0, 0
    # Headers that promise 64 MB, then halves of frames that are allowed.
    for _ in range(20):
        client = server.connect_socket()
        client.sendall(struct.pack(">I", 64 << 20) + b"x")
        client.settimeout(PATIENCE)
        try:
            closed += client.recv(1) == b""
        except ConnectionError:
            closed += 1
        client.close()
    expect(closed == 20, f"{20 - closed} frames of 64 MB were not refused")
    half = struct.pack(">I", 4 << 20) + b"x" * (2 << 20)
    for _ in range(200 if LONG else 40):
        client = server.connect_socket()
        client.setblocking(False)
        clients.append([client, half])
    end = time.monotonic() + 4
    while time.monotonic() < end and any(rest for _, rest in clients):
        for entry in clients:
            try:
                if entry[1]:
                    count = entry[0].send(entry[1])
                    entry[1], sent = entry[1][count:], sent + count
            except BlockingIOError:
                pass
            except OSError:
                entry[1] = b""
        await asyncio.sleep(0)
    peak_of_halves = server.peak()
    for client, _ in clients:
        client.close()

    # A reply is shorter than its call, so it takes some until the replies fill what the system keeps.
    call = frame(b'{"number":1,"actor":2,"target":"%s","generics":[],"arguments":[]}' % (b"x" * 10_000))
    local = Server("--host", os.path.join(folder.name, "host"))
    unread, taken, last = [], 0, time.monotonic()
    for _ in range(10):
        client = socket.socket(socket.AF_UNIX)
        client.connect(local.path)
        client.setblocking(False)
        unread.append([client, b""])
    end = time.monotonic() + 20
    while time.monotonic() < end and time.monotonic() - last < 2:
        for entry in unread:
            try:
                entry[1] = entry[1] or call * 20
                count = entry[0].send(entry[1])
                entry[1], taken, last = entry[1][count:], taken + count, time.monotonic()
            except BlockingIOError:
                pass
        await asyncio.sleep(0)
    expect(time.monotonic() < end, "a host takes calls without end from clients that do not read")
    expect(local.field("VmHWM") < 150 << 10, f"{local.peak()} for replies that are not read")
    place = local.path
    result = await asyncio.to_thread(run, "--connect", place, "--query", "reykj")
    expect(result.returncode == 0 and result.stdout.startswith(b"Reykjav"), f"a client beside those: {result}")
    for client, _ in unread:
        client.close()
    await local.stop()

    begin = time.monotonic()
    result = await asyncio.to_thread(run, "--connect", str(server.port), "--query", "reykj")
    seconds = time.monotonic() - begin
    expect(result.returncode == 0 and result.stdout.startswith(b"Reykjav"), f"a client beside all that: {result}")
    many = []
    for _ in range(300 if LONG else 100):
        many.append(server.connect_socket())
    await asyncio.sleep(1)
    held = len(os.listdir(f"/proc/{server.process.pid}/fd"))
    expect(held < 64 + 8 + 24, f"{held} descriptors for {len(many)} connections")
    for client in many:
        client.close()
    peak = server.field("VmHWM") / 1024
    expect(peak < 250, f"{peak:.0f} MB")
    figures(
        refused_64_MB=closed, halves=len(clients), of_their_bytes_taken=f"{sent >> 20} MB", peak_then=peak_of_halves,
        taken_of_calls_with_unread_replies=f"{taken >> 20} MB", a_client_beside=f"{seconds * 1000:.0f} ms",
        descriptors=held, peak=server.peak(), stopped_in=f"{await server.stop():.2f} s",
    )


async def lines():
    """Lines with zero bytes, escape sequences, invalid UTF-8 and much to fold: each is answered once, in printable text"""
    server = Server()
    strange_lines = [
        b"\0", b"reykj\0", b"\0" * 4_000, b"\xff\xfe\xfd", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xc3", b"\x1b[2J\x1b]0;x\x07",
        b"a" + "\u0301".encode() * 2_000, "\u202e\u200f\ufeff".encode() * 300, "\U0001f1e6".encode() * 1_000, b".\r.", b"\r.\r",
        b"! reykj", b":status\0", b":STATUS", b":status:status", b"x," * 2_000, b"," * 4_000, b"%s%n%x", b"..", b"- -- ---",
        b"9" * 4_000, b"reykj" + b" " * 4_000, b"a" * 4_096, b"a" * 4_097, b"a" * 1_000_000,
    ]
    reader, writer = await server.connect()
    wrong, times = [], []
    for line in strange_lines:
        begin = time.monotonic()
        writer.write(line + b"\n")
        text = await answer(reader)
        times.append(time.monotonic() - begin)
        printable = text and all(letter.isprintable() or letter in "\n\u202e\u200f\ufeff" for letter in text)
        if not printable or text.startswith(("error", "half")):
            wrong.append((line[:20], text))
    expect(not wrong, f"{len(wrong)} strange lines: {wrong[:3]}")
    # All of them in one piece, and cut at any place.
    everything = b"".join(line + b"\n" for line in strange_lines if len(line) < 5_000)
    for cut in [len(everything), 1_000, 37]:
        for place in range(0, len(everything), cut):
            writer.write(everything[place : place + cut])
        count = sum(len(line) < 5_000 for line in strange_lines)
        texts = [await answer(reader) for _ in range(count)]
        expect(all(texts) and not any(text.startswith(("error", "half")) for text in texts), f"in pieces of {cut}")
    writer.write(b"reykj\n")
    text = await answer(reader)
    expect(is_right(text), f"after strange lines: {text!r}")
    writer.close()
    figures(
        lines=len(strange_lines), time_of_an_answer=percentiles(times), peak=server.peak(), stopped_in=f"{await server.stop():.2f} s"
    )


def first_call():
    """The first frame that a client sends: a call that a host decodes."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = subprocess.Popen(
            [PROGRAM, "--connect", str(listener.getsockname()[1]), "--query", "reykj"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        started.append(client)
        listener.settimeout(PATIENCE)
        connection, _ = listener.accept()
        connection.settimeout(PATIENCE)
        data = b""
        while len(data) < 4 or len(data) < 4 + struct.unpack(">I", data[:4])[0]:
            data += connection.recv(65_536)
        client.kill()
        client.wait()
        connection.close()
    return data[4:]


async def headers():
    """Frames that lie: about their length, their numbers, their types and their depth"""
    call = first_call()
    fields = json.loads(call)

    def changed(**changes):
        return frame(json.dumps({**fields, **changes}).encode())

    def argument(value):
        return [base64.b64encode(json.dumps(value).encode()).decode()]

    session = {"high": 1, "low": 1}
    most = 2**64 - 1
    frames = [
        struct.pack(">I", 0), struct.pack(">I", 2**32 - 1) + b"x", struct.pack(">I", 2**31) + b"x", struct.pack(">I", (4 << 20) + 1),
        frame(b"[" * 1_000_000), frame(b'{"a":' * 300_000), frame(b"\0" * 100), frame(b"\xff" * 100), frame(b"null"), frame(b"{}"),
        frame(b'"' + b"x" * 1_000_000 + b'"'), frame(b"1e999999999"), frame(b'{"number":-1' + call[len(b'{"number":1') :]),
        changed(number=most), changed(number=2**70), changed(number=1e300), changed(actor=-(2**63)), changed(actor=2), changed(target=""),
        changed(target="$s" * 100_000), changed(target="\0"), changed(generics=[]), changed(generics=["Si"] * 3), changed(generics=["$s"] * 3),
        changed(generics=fields["generics"] * 1_000), changed(arguments=[]), changed(arguments=fields["arguments"] * 10_000),
        changed(arguments=["!"]), changed(arguments=[base64.b64encode(b"[" * 1_000_000).decode()]), changed(arguments=argument(None)),
        changed(arguments=argument({"key": {"id": {"high": -1, "low": 2**65}}})), changed(arguments=argument({"key": session})),
    ]
    # Calls with arguments of other calls, and numbers at the ends of their ranges.
    for name, length in [("deliver", 7), ("states", 6), ("close", 5), ("finish", 6), ("cancel", 6), ("unsubscribe", 11)]:
        mangled = fields["target"].replace("4open", f"{length}{name}")
        for number in [0, 1, most]:
            for moment in [[0, 0], [2**63 - 1, most], [-(2**63), 0]]:
                request = {"session": session, "reader": number, "after": number, "policy": {"latest": {}}, "count": -(2**63)}
                request |= {"limit": moment, "first": number, "actions": [], "texts": [], "room": -(2**63)}
                frames.append(changed(target=mangled, arguments=argument(request) + argument(session) + argument(moment)))
    # Some open a session, which the host keeps for the time of the lease.
    server, closed, replied = Server("--host", more=["--lease", "1"]), 0, 0
    begin = time.monotonic()
    for contents in frames * (5 if LONG else 1):
        client = server.connect_socket()
        try:
            client.sendall(contents)
            client.shutdown(socket.SHUT_WR)
            data = b""
            while more := client.recv(65_536):
                data += more
            replied += bool(data)
            closed += not data
        except ConnectionError:
            closed += 1
        client.close()
        if not server.is_running():
            expect(False, f"a host has ended after {contents[:300]!r}: {server.said()[-500:]!r}")
            return
    seconds = time.monotonic() - begin
    result = await asyncio.to_thread(run, "--connect", str(server.port), "--query", "reykj")
    expect(result.returncode == 0 and result.stdout.startswith(b"Reykjav"), f"a client after those: {result}")
    expect(all(byte == 10 or byte >= 32 for byte in server.said()), "control characters in the report")
    figures(
        frames=len(frames), closed=closed, replied=replied, in_=f"{seconds:.1f} s", reported=f"{len(server.said()) >> 10} kB",
        peak=server.peak(), stopped_in=f"{await server.stop():.2f} s",
    )


async def unheard():
    """Errors that are written to a pipe that is full and to a device that is: the servers go on, and end"""
    stops = []
    for kind in ["pipe", "/dev/full"]:
        for mode in ["--serve", "--host"]:
            # The server says where it listens on the standard error, so one process reads that, and then no more.
            path = os.path.join(folder.name, f"unheard-{len(stops)}")
            if kind == "pipe":
                source, sink = os.pipe()
                fcntl.fcntl(sink, fcntl.F_SETPIPE_SZ, 4_096)
            else:
                source, sink = None, os.open(kind, os.O_WRONLY)
            process = subprocess.Popen(
                [PROGRAM, mode, path, "--date", "2024-06-21"], stdin=subprocess.DEVNULL, stdout=sink, stderr=sink
            )
            os.close(sink)
            started.append(process)
            end = time.monotonic() + PATIENCE
            while not os.path.exists(path) and time.monotonic() < end:
                await asyncio.sleep(0.01)
            for index in range(300):
                client = socket.socket(socket.AF_UNIX)
                client.settimeout(PATIENCE)
                try:
                    client.connect(path)
                    client.sendall(frame(b"not a message " * 20) if mode == "--host" else b"\n")
                    client.shutdown(socket.SHUT_WR)
                    while client.recv(65_536):
                        pass
                except OSError as error:
                    expect(False, f"{mode} with {kind} and {index} clients: {error!r}")
                    break
                finally:
                    client.close()
            arguments = ["--connect", path, "--query", "reykj"] if mode == "--host" else ["--status", path]
            try:
                result = await asyncio.to_thread(run, *arguments)
                expect(result.returncode == 0, f"{mode} with {kind}: {result}")
            except subprocess.TimeoutExpired:
                expect(False, f"{mode} with {kind} answers nothing")
            begin = time.monotonic()
            process.send_signal(signal.SIGTERM)
            while process.poll() is None and time.monotonic() - begin < 10:
                await asyncio.sleep(0.01)
            stops.append(time.monotonic() - begin)
            expect(process.poll() == 0 and stops[-1] < STOP_LIMIT, f"{mode} with {kind}: {process.poll()} after {stops[-1]:.1f} s")
            if source is not None:
                os.close(source)
            end_all()
    figures(servers=len(stops), stopped_in=", ".join(f"{stop:.2f} s" for stop in stops))


async def mixed():
    """Everything at once while the server leaves: floods, resets, half lines, one byte a second, and no descriptors"""
    stops, right, cut = [], 0, 0
    for round in range(4 if LONG else 1):
        server = Server(descriptors=128)
        readers, idle = [], []
        for index in range(60):
            reader, writer = await server.connect()
            if index % 3 == 0:
                writer.write(b"reykj\n" * 5_000)
                readers.append(reader)
            elif index % 3 == 1:
                writer.write(b"reykj\nrey")
            else:
                writer.write(b":status\n" * 1_000)
            idle.append(writer)
        slow = server.connect_socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        slow.settimeout(PATIENCE)
        slow.sendall(b"reykj\n" * 10_000)
        is_over = asyncio.Event()

        def storm():
            while not is_over.is_set():
                try:
                    client = server.connect_socket()
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    client.send(b":sta")
                    client.close()
                except OSError:
                    time.sleep(0.001)

        async def read_slowly():
            while not is_over.is_set():
                try:
                    if not await asyncio.to_thread(slow.recv, 1):
                        return
                except OSError:
                    return
                await asyncio.sleep(1)

        async def read(reader):
            texts = []
            while (text := await answer(reader)) is not None:
                texts.append(text)
                if text.startswith(("error", "half")):
                    break
            return texts

        storming = asyncio.create_task(asyncio.to_thread(storm))
        reading = [asyncio.create_task(read(reader)) for reader in readers]
        dripping = asyncio.create_task(read_slowly())
        await asyncio.sleep(1)
        code, text, _ = await status(server)
        expect(code in (0, 75), f"the status in the middle of it: exit {code}, {text!r}")
        stops.append(await server.stop([signal.SIGTERM, signal.SIGHUP, signal.SIGINT][round % 3]))
        is_over.set()
        await storming
        slow.close()
        dripping.cancel()
        for texts in await asyncio.gather(*reading):
            right += sum(map(is_right, texts))
            cut += sum(not is_right(text) and not text.startswith(("! the server ends", "error")) for text in texts)
        for writer in idle:
            writer.transport.abort()
    expect(right > 0 and cut == 0, f"{right} right answers, {cut} cut or wrong ones")
    figures(stops=", ".join(f"{stop:.2f} s" for stop in stops), answered=right, cut=cut)


async def frozen():
    """A server that is stopped and goes on, again and again under load: no answer is lost, and it ends when told meanwhile"""
    server, count, rounds = Server(), 40, 10 if LONG else 1
    clients = [await server.connect() for _ in range(count)]

    async def talk(reader, writer):
        wrong = 0
        for _ in range(rounds * 20):
            writer.write(b"reykj\n" * 5)
            for _ in range(5):
                wrong += not is_right(await answer(reader))
        return wrong

    talking = [asyncio.create_task(talk(*client)) for client in clients]
    begin = time.monotonic()
    for _ in range(rounds):
        await asyncio.sleep(0.2)
        server.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.5)
        server.process.send_signal(signal.SIGCONT)
    wrong = sum(await asyncio.gather(*talking))
    expect(wrong == 0, f"{wrong} answers were lost or wrong")
    seconds = time.monotonic() - begin
    if LONG:
        # For longer than a client may be silent: what it has sent meanwhile is answered, and it goes on.
        new = [await server.connect() for _ in range(20)]
        await asyncio.sleep(0.5)
        server.process.send_signal(signal.SIGSTOP)
        for _, writer in new:
            writer.write(b"reykj\n")
        await asyncio.sleep(15)
        server.process.send_signal(signal.SIGCONT)
        await asyncio.sleep(2)
        for _, writer in new:
            writer.write(b"reykj\n")
        texts = [await answer(reader) for reader, _ in new for _ in range(2)]
        expect(all(map(is_right, texts)), f"after a long stop: {[text for text in texts if not is_right(text)][:3]}")
        clients += new
    # Told to stop while it is frozen.
    server.process.send_signal(signal.SIGSTOP)
    server.process.send_signal(signal.SIGTERM)
    for _, writer in clients:
        writer.write(b"reykj\n" * 100)
    await asyncio.sleep(0.5)
    server.process.send_signal(signal.SIGCONT)
    stopped = await server.stop()
    for _, writer in clients:
        writer.transport.abort()
    figures(answered=count * rounds * 100, in_=f"{seconds:.1f} s", stopped_in=f"{stopped:.2f} s")


async def main():
    begin = time.monotonic()
    for attack in [addresses, descriptors, silent, strange, lines, flood, signals, host, headers, unheard, mixed, frozen]:
        if options.only and attack.__name__ not in options.only:
            continue
        print(f"{attack.__name__}, at {time.monotonic() - begin:.0f} s: {attack.__doc__}", flush=True)
        try:
            await asyncio.wait_for(attack(), 240)
        except Exception as error:
            expect(False, f"{attack.__name__}: {error!r}")
        sys.stdout.flush()
        end_all()
    print(f"{time.monotonic() - begin:.0f} s; {len(failures)} expectations failed")
    sys.exit(1 if failures else 0)


# Two descriptors for each of 2,200 connections, here and there.
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8_192)), hard))
asyncio.run(main())
