"""Imported by the process that workers are forked from: what every clip of every verb needs, put together once."""

from __future__ import annotations

from supple.cli.batch_job import commands

commands().commands["check"].make_context("supple check", ["clip.bvh", "--json"])
