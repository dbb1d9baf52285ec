"""What pages say that come instead of an article: one module for each language."""
