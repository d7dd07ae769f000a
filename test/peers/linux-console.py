#!/usr/bin/python3
"""linux-console.py KEYS... -- COMMAND...: runs a command on a virtual console of the kernel, types the keys
one after another, and prints the screens as JSON: after the start, after each key, after the end."""
import fcntl, json, os, subprocess, sys, termios, time

split = sys.argv.index('--')
keys, command = sys.argv[1:split], sys.argv[split + 1:]
typing = '/proc/sys/dev/tty/legacy_tiocsti'
before = open(typing).read() if os.path.exists(typing) else None
if before is not None:
    open(typing, 'w').write('1')
console = os.open('/dev/tty9', os.O_RDWR | os.O_NOCTTY)
os.write(console, b'\x1bc\x1b%G')
width = int(subprocess.check_output(['stty', '-F', '/dev/tty9', 'size']).split()[1])


def take():
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 1)


def screen():
    text = open('/dev/vcsu9', 'rb').read().decode('utf-32-le')
    return [text[at:at + width].rstrip() for at in range(0, len(text), width)]


def settled():
    """Returns the screen once it has stopped changing, except for its clock."""
    last, since, end = None, time.monotonic(), time.monotonic() + 10
    while time.monotonic() < end:
        now = screen()
        if now[1:] != last:
            last, since = now[1:], time.monotonic()
        if time.monotonic() - since > 0.7 and any(now):
            break
        time.sleep(0.05)
    return screen()


try:
    child = subprocess.Popen(command, stdin=console, stdout=console, stderr=console, preexec_fn=take)
    shown = [settled()]
    for key in keys:
        for byte in key.encode():
            fcntl.ioctl(console, termios.TIOCSTI, bytes([byte]))
        shown.append(settled())
    code = child.wait(10)
    shown.append(screen())
    modes = subprocess.check_output(['stty', '-F', '/dev/tty9', '-a']).decode()
    print(json.dumps({'shown': shown, 'code': code, 'modes': modes}))
finally:
    if before is not None:
        open(typing, 'w').write(before)
