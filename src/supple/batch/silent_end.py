"""Imported first by the process that workers are forked from: Ctrl-C while it loads ends it without a traceback."""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)
