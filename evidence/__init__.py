"""Pure functions over texts, pages and PDFs: no network, no files, no database, no clock."""
