-- What a quote cuts of the words around it. Rows from before were not asked: nothing is said of them.

ALTER TABLE attachments ADD COLUMN "cuts" JSON DEFAULT '[]';
