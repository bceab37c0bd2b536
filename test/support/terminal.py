"""Runs a program in a terminal of its own, types an answer once a text is seen, and gives what was shown.

python3 terminal.py TEXT ANSWER PROGRAM ARGUMENT...
"""

import fcntl
import os
import pty
import struct
import sys
import termios
import time

text, answer, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
shown = b""
is_answered = False
while True:
    try:
        piece = os.read(terminal, 65536)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if not is_answered and text.encode() in shown:
        time.sleep(0.3)
        os.write(terminal, answer.encode())
        is_answered = True
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
