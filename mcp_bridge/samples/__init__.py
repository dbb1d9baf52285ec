"""The sample text of `uratori demo` and the pages it is checked against: all made up for this purpose."""
