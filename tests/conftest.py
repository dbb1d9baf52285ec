"""What the tests of all layers share."""

pytest_plugins = ["tests.faults"]
