/** The tables of one index, as part of its owner's migrations. FTS5 holds the terms that our own tokenizer makes. */
export function searchSchema(name: string): string {
  return `
  CREATE TABLE ${name}_documents (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, key TEXT NOT NULL, body TEXT NOT NULL,
    sitting TEXT NOT NULL, at INTEGER NOT NULL, words INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX ${name}_sittings ON ${name}_documents (sitting, id);
  ${termsTable(name)}
  `
}

export function termsTable(name: string): string {
  return `CREATE VIRTUAL TABLE ${name}_terms USING fts5 (
    title, key, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  );`
}
