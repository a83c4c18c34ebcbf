"""Scenario files under tests/scenarios are tests."""

import gc

pytest_plugins = ["apnap.testing"]


def pytest_collection_finish() -> None:
    """The tests stay as they are: the full collections that each server begins with need not look at them again."""
    gc.collect()
    gc.freeze()
