"""What is written down of what happens here: enough for whoever runs it, and nobody's secret."""

import logging
import sys

import structlog


def set_up_logs() -> None:
    """One line of JSON for each thing worth knowing; never a name, a link, a move or a secret."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    logging.basicConfig(level=logging.WARNING, format='{"log": "%(name)s", "event": "%(message)s"}')
