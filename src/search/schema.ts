/**
 * The tables of one index, as part of its owner's migrations. FTS5 holds the terms that our own tokenizer makes; beside
 * it each text's terms stand in their order, as numbers, so that the best candidates can be looked at more closely.
 */
export function searchSchema(name: string, { notes = false } = {}): string {
  return `
  CREATE TABLE ${name}_documents (
    id INTEGER PRIMARY KEY, sitting TEXT NOT NULL, at INTEGER NOT NULL, words INTEGER NOT NULL, facets TEXT NOT NULL,
    terms BLOB NOT NULL
  ) STRICT;
  CREATE INDEX ${name}_sittings ON ${name}_documents (sitting, id) WHERE sitting <> '';
  ${termsTable(name, notes)}
  `
}

export function termsTable(name: string, notes: boolean): string {
  return `CREATE VIRTUAL TABLE ${name}_terms USING fts5 (
    title, key, body, facets,${notes ? ' notes,' : ''} content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0'
  );`
}
