/** Schemas of a product that never was, with steps that take long enough to be killed in. */
export const MIGRATIONS = [
  `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`,
  `ALTER TABLE notes ADD COLUMN words INTEGER NOT NULL DEFAULT 0;
   UPDATE notes SET words = length(text) - length(replace(text, ' ', '')) + 1;
   CREATE INDEX notes_by_words ON notes (words)`,
  `CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT NOT NULL, words INTEGER NOT NULL) STRICT;
   INSERT INTO kept SELECT id, text, words FROM notes;
   DROP TABLE notes;
   ALTER TABLE kept RENAME TO notes`,
] as const
