"""Settings of all tests."""

from hypothesis import settings

# The same cases in every run, and no deadline on machines that are shared.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("fixed")
