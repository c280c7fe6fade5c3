import { systemClock } from '../../operation/capabilities.ts'
import { LOG_CHAIN, startChain } from '../log-chain/link.ts'
import { openStored, type StoredDatabase } from './open-stored.ts'
import { SEALS } from './seal.ts'
import type { Database } from './sqlite.ts'

/** `state.db`: what the processes of one repository share. The truth about files is on disk; this is about them. */
export function openState(file: string): StoredDatabase {
  return openStored(file, STATE_MIGRATIONS)
}

/** What agents and all that they start have used, so that whoever starts more knows what is left. */
const BUDGETS = `
  CREATE TABLE budget_accounts (
    name TEXT PRIMARY KEY, limits TEXT NOT NULL DEFAULT '{}', turns INTEGER NOT NULL DEFAULT 0, tokens INTEGER,
    costs TEXT NOT NULL DEFAULT '{}', worked_ms INTEGER NOT NULL DEFAULT 0, counted_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE budget_paths (run TEXT NOT NULL, account TEXT NOT NULL, PRIMARY KEY (run, account)) STRICT;
`

const STATE_MIGRATIONS = [
  `
  CREATE TABLE operations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    worktree TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'done', 'aborted')),
    summary TEXT,
    result TEXT NOT NULL,
    effects TEXT NOT NULL,
    undoes TEXT,
    undone_by TEXT
  ) STRICT;
  CREATE INDEX operations_open ON operations (seq) WHERE state = 'open';
  CREATE TABLE changes (
    operation INTEGER NOT NULL REFERENCES operations (seq) ON DELETE CASCADE,
    n INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('write', 'remove', 'rename')),
    root TEXT NOT NULL,
    path TEXT NOT NULL,
    target TEXT,
    before TEXT,
    after TEXT,
    mode INTEGER,
    temp TEXT,
    made TEXT,
    prune TEXT,
    PRIMARY KEY (operation, n)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX changes_by_path ON changes (root, path);
  CREATE TABLE images (revision TEXT PRIMARY KEY, bytes BLOB NOT NULL, at INTEGER NOT NULL) STRICT;
  CREATE TABLE known (
    root TEXT NOT NULL, path TEXT NOT NULL, caller TEXT NOT NULL, revision TEXT NOT NULL,
    PRIMARY KEY (root, path, caller)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    worktree TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, revision TEXT, actor TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL, payload TEXT NOT NULL, at INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, last_error TEXT
  ) STRICT;
  CREATE TABLE leases (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, pid INTEGER NOT NULL, start_time TEXT NOT NULL,
    heartbeat INTEGER NOT NULL, detail TEXT NOT NULL
  ) STRICT;
  CREATE TABLE mailbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    recipient TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX mailbox_by_recipient ON mailbox (recipient, id);
  CREATE TABLE requests (
    id TEXT PRIMARY KEY, operation TEXT NOT NULL, input TEXT NOT NULL, actor TEXT NOT NULL, worktree TEXT NOT NULL,
    at INTEGER NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'dismissed')), answered INTEGER
  ) STRICT;
  CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  chainLog,
  SEALS,
  BUDGETS,
]

/** What was logged before there was a chain is in it as it is now. */
function chainLog(state: Database): void {
  state.exec(LOG_CHAIN)
  if (state.prepare(`SELECT 1 FROM operations WHERE state = 'done' LIMIT 1`).get() !== undefined)
    startChain(state, { at: systemClock.now(), why: 'update from Furrow 0.1' })
}
