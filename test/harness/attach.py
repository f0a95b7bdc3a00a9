"""Coming to a running JVM by its own jcmd."""
import re
import subprocess
from dataclasses import dataclass

from harness import dist
from harness.jdks import quiet_environment
from harness.jvm import PATIENCE


@dataclass(frozen=True)
class Attached:
    status: int   # of jcmd
    output: str   # all that jcmd printed

    @property
    def return_code(self):
        """What Taproot gave back to the JVM: 0 when it is done. None if it was not even loaded."""
        found = re.search(r"return code: (-?\d+)", self.output)
        return int(found.group(1)) if found else None


def jcmd(jvm, *command):
    run = subprocess.run([jvm.jdk.tool("jcmd"), str(jvm.pid), *command], env=quiet_environment(),
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         timeout=PATIENCE)
    return Attached(run.returncode, run.stdout)


def load_agent(jvm, options=None, library=dist.LIBRARY):
    """jcmd PID JVMTI.agent_load. jcmd takes quotes, so that commas and blanks reach the agent."""
    return jcmd(jvm, "JVMTI.agent_load", str(library), *([f'"{options}"'] if options else []))
