"""The application that most end-to-end tests come to."""
import pytest


@pytest.fixture
def serve(start):
    """serve() is a running apps.Server, ready for what it is told."""

    def serve_one(*flags):
        server = start("apps.Server", flags=flags)
        server.await_line("ready")
        return server

    return serve_one
