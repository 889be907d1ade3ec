"""The promises of Salon, as tests.

With them comes the path on which the toys lie, so that they are found here, and in every process
that a test starts, as if they were installed.
"""

import os
import sys
from pathlib import Path

TOYS = str(Path(__file__).parent / "toys")
if TOYS not in sys.path:
    sys.path.append(TOYS)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), TOYS]))
