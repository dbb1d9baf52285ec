-- What in a quote that is said to support a claim opposes it, in words. Rows from before were not asked.

ALTER TABLE attachments ADD COLUMN "opposes" VARCHAR;
