"""Load on apps.Serving: connections that ask without a pause, and lose no answer."""
import socket
import threading

from harness.jvm import PATIENCE


class Load:
    """with Load(port): asks until the end of the block, which fails if a request went wrong."""

    def __init__(self, port, connections=8):
        self.served = 0
        self._failures = []
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._ask, args=(port, i), daemon=True)
                         for i in range(connections)]

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind, *_):
        self._ended.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        if kind is None:
            assert not self._failures, self._failures[0]
            assert self.served >= len(self._threads)

    def _ask(self, port, number):
        try:
            with socket.create_connection(("localhost", port), PATIENCE) as connection:
                count = 0
                while not self._ended.is_set():
                    count += 1
                    line = f"request {number} {count}\n".encode()
                    connection.sendall(line)
                    answer = connection.recv(256)
                    assert answer == b"ok " + line, f"{line} was answered with {answer}"
                    self.served += 1
                    self._ended.wait(0.005)  # the machine has other things to do
        except Exception as failed:  # of whatever kind: it is told at the end
            self._failures.append(failed)
