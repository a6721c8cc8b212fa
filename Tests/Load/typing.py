#!/usr/bin/env python3
"""Types queries into a server of `weather-search --serve PORT`, over many connections, and checks each answer.

usage: Tests/Load/typing.py PORT PID [CONNECTIONS] [SECONDS]

A connection types a random word letter by letter, deletes some, and goes on; each line is a query. The same query has to
get the same answer every time (start the server with --date), and every query has to get one. Prints the queries a second,
the times of an answer, and the resident set of the process PID at each eighth of the time.
"""
import asyncio
import random
import sys
import time

LETTERS = "aeiourstlnmpbcdgkh"


def resident_kib(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


async def type_queries(port, seed, end, answers, times):
    random_numbers = random.Random(seed)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    text, count = "", 0
    while time.monotonic() < end:
        if len(text) > 1 and random_numbers.random() < 0.3:
            text = text[: random_numbers.randrange(1, len(text))]
        elif len(text) > 4:
            text = random_numbers.choice(LETTERS)
        else:
            text += random_numbers.choice(LETTERS)
        sent = time.monotonic()
        writer.write(text.encode() + b"\n")
        answer = await reader.readuntil(b".\n")
        while not (answer == b".\n" or answer.endswith(b"\n.\n")):
            answer += await reader.readuntil(b".\n")
        times.append(time.monotonic() - sent)
        if answers.setdefault(text, answer) != answer:
            sys.exit(f"two answers to {text!r}: {answers[text]!r} and {answer!r}")
        count += 1
        await asyncio.sleep(random_numbers.random() * 0.2)
    writer.close()
    return count


async def main():
    port, pid = int(sys.argv[1]), int(sys.argv[2])
    connections = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 60
    answers, times = {}, []
    start = time.monotonic()
    typing = [
        asyncio.create_task(type_queries(port, seed, start + seconds, answers, times)) for seed in range(connections)
    ]
    resident = []
    for _ in range(8):
        await asyncio.sleep(seconds / 8 - 0.1)
        resident.append(resident_kib(pid))
    counts = await asyncio.gather(*typing)
    elapsed = time.monotonic() - start
    times.sort()
    print(
        f"{connections} connections, {sum(counts)} queries in {elapsed:.0f} s, all answered, {len(answers)} different; "
        f"{sum(counts) / elapsed:.0f} a second; an answer took {times[len(times) // 2] * 1000:.0f} ms in the middle, "
        f"{times[len(times) * 99 // 100] * 1000:.0f} ms for 99 of 100; "
        f"resident KiB, at each eighth of the time: {resident}"
    )


asyncio.run(main())
