"""Scenario files under tests/scenarios are tests."""

pytest_plugins = ["apnap.testing"]
