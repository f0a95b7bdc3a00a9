"""Asking a JVM over a socket of our own: what the command line does, written down a second time."""
import contextlib
import os
import select
import signal
import socket
import struct
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from harness import dist
from harness.jvm import PATIENCE

HELLO, PROGRESS, NOTE, RESULT, DONE, CANCEL = range(1, 7)
VERSION = 1
OK, CANCELLED, INVALID_ARGUMENT, NOT_FOUND = 0, 1, 3, 5
UNAVAILABLE = 14


def attach(jvm, options, library=dist.LIBRARY):
    """Has HotSpot load the agent, by its own protocol; the text of its reply."""
    path = f"/tmp/.java_pid{jvm.pid}"
    deadline = time.monotonic() + PATIENCE
    with contextlib.ExitStack() as stack:
        if not os.path.exists(path):
            trigger = Path(f"/proc/{jvm.pid}/cwd/.attach_pid{jvm.pid}")
            trigger.touch()
            stack.callback(trigger.unlink, missing_ok=True)
            os.kill(jvm.pid, signal.SIGQUIT)
            while not os.path.exists(path):
                assert time.monotonic() < deadline, "the JVM opens no socket"
                time.sleep(0.01)
        connection = stack.enter_context(socket.socket(socket.AF_UNIX))
        connection.settimeout(PATIENCE)
        connection.connect(path)
        words = ["1", "load", str(library), "true", options]
        connection.sendall(b"".join(word.encode() + b"\0" for word in words))
        reply = b""
        while part := connection.recv(4096):
            reply += part
        return reply.decode()


@dataclass
class Heard:
    """All that the agent has said."""
    pid: int = 0
    progress: list = field(default_factory=list)  # (phase, fraction, running_ms, remaining_ms)
    text: str = ""
    code: int = None  # none: it hung up without a word
    message: str = ""
    leaks: int = 0


class Conversation:
    """One request that is being answered."""

    def __init__(self, connection):
        self.connection = connection
        self.heard = Heard()
        self._bytes = b""
        self._parts = []

    def cancel(self):
        with contextlib.suppress(BrokenPipeError):  # it is done already
            self.connection.sendall(struct.pack("<II", CANCEL, 0))

    def hang_up(self):
        self.connection.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def _take(self, kind, payload):
        heard = self.heard
        if kind == HELLO:
            version, heard.pid = struct.unpack("<Iq", payload)
            assert version == VERSION
        elif kind == PROGRESS:
            fraction, running, remaining = struct.unpack_from("<dqq", payload)
            assert 0 <= fraction <= 1 and running >= 0 and remaining >= -1
            heard.progress.append((payload[24:].decode(), fraction, running, remaining))
            assert heard.progress[-1][0], "a phase without a name"
        elif kind == RESULT:
            self._parts.append(payload)
        else:
            assert kind == DONE, kind
            heard.code, heard.leaks = struct.unpack_from("<IQ", payload)
            heard.message = payload[12:].decode()

    def read_once(self, patience=PATIENCE):
        """False once the agent has hung up."""
        assert select.select([self.connection], [], [], patience)[0], "the agent is silent"
        part = self.connection.recv(1 << 20)
        self._bytes += part
        while len(self._bytes) >= 8:
            kind, length = struct.unpack_from("<II", self._bytes)
            if len(self._bytes) < 8 + length:
                break
            self._take(kind, self._bytes[8:8 + length])
            self._bytes = self._bytes[8 + length:]
        return bool(part)

    def until(self, condition):
        """Listens until something is heard; false if the agent came to its end before."""
        while not condition(self.heard):
            if not self.read_once():
                return False
        return True

    def finish(self):
        while self.read_once():
            pass
        assert not self._bytes, "half a message"
        self.heard.text = b"".join(self._parts).decode()
        return self.heard


def begin(jvm, command, receive_buffer=None, library=dist.LIBRARY):
    """The agent has called back and has begun."""
    with tempfile.TemporaryDirectory(prefix="reply") as folder, \
            socket.socket(socket.AF_UNIX) as listener:
        path = os.path.join(folder, "s")
        if receive_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        listener.bind(path)
        listener.listen()
        reply = attach(jvm, f"{command},reply={path}", library)
        assert "return code: 0" in reply or reply.split() in (["0", "0"], ["0"]), reply
        listener.settimeout(PATIENCE)
        connection, _ = listener.accept()
    return Conversation(connection)


def ask(jvm, command):
    with begin(jvm, command) as conversation:
        return conversation.finish()
