#!/usr/bin/env python3
"""slow-link.py NAMESPACE_A NAMESPACE_B ONE_WAY_MS LOSS_PERCENT: a slow link between two network namespaces.

For kernels without netem: two tun devices, whose packets are delayed here. A has 10.213.0.1, B has 10.213.0.2.
Prints "ready", then runs until its standard input ends, which also removes both namespaces.
"""
import fcntl
import os
import random
import select
import struct
import subprocess
import sys
import time
from collections import deque

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000


def ip(*words):
    subprocess.run(["ip", *words], check=True)


def open_end(namespace, device, address):
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TUN | IFF_NO_PI))
    ip("netns", "add", namespace)
    ip("link", "set", device, "netns", namespace)
    ip("-n", namespace, "addr", "add", address + "/30", "dev", device)
    ip("-n", namespace, "link", "set", device, "up")
    ip("-n", namespace, "link", "set", "lo", "up")
    return end


def take(end, waiting, loss, delay):
    while True:
        try:
            packet = os.read(end, 65536)
        except BlockingIOError:
            return
        if random.random() >= loss:
            waiting.append((time.monotonic() + delay, packet))


def main():
    first, second = sys.argv[1], sys.argv[2]
    delay, loss = float(sys.argv[3]) / 1000, float(sys.argv[4]) / 100
    left = open_end(first, "rcdeck0", "10.213.0.1")
    right = open_end(second, "rcdeck1", "10.213.0.2")
    queues = {left: (right, deque()), right: (left, deque())}
    print("ready", flush=True)
    while True:
        due = [waiting[0][0] for _, waiting in queues.values() if waiting]
        patience = max(0, min(due) - time.monotonic()) if due else None
        readable, _, _ = select.select([left, right, sys.stdin], [], [], patience)
        if sys.stdin in readable:
            break
        for end in readable:
            take(end, queues[end][1], loss, delay)
        for target, waiting in queues.values():
            while waiting and waiting[0][0] <= time.monotonic():
                os.write(target, waiting.popleft()[1])


try:
    main()
finally:
    for name in sys.argv[1:3]:
        subprocess.run(["ip", "netns", "del", name], check=False)
