import type { Dialect } from './address.ts'

/**
 * What is said here in words a server says in its own: reading is enforced by the transaction, the role and the way the
 * database is opened. This keeps statements away that those would let pass, and answers sooner.
 */
export function whyNotRead(sql: string, dialect: Dialect): string | undefined {
  const tokens = tokensOf(sql, dialect)
  const [first] = tokens.filter(({ text }) => text !== '(')
  if (first === undefined) return 'There is no statement in it.'
  if (tokens.some(({ kind }) => kind === 'executable')) return 'It holds what only the server itself would read.'
  if (tokens.slice(0, -1).some(({ text, kind }) => kind === 'sign' && text === ';'))
    return 'These are several statements; send one.'
  if (!READING[dialect].includes(first.text)) return `${first.text.toUpperCase()} does not only read.`
  if (first.text === 'pragma') return whyNotPragma(tokens)
  if (first.text === 'explain' && dialect === 'postgresql' && !EXPLAINED.includes(explainedBy(tokens)))
    return 'It would be carried out to be explained.'
  const called = tokens.find((token, index) => isCall(tokens, index) && BEYOND.test(token.text))
  return called === undefined ? undefined : `${called.text}() does more than read.`
}

const READING: Readonly<Record<Dialect, readonly string[]>> = {
  postgresql: ['select', 'with', 'values', 'table', 'show', 'explain'],
  mysql: ['select', 'with', 'values', 'table', 'show', 'explain', 'describe', 'desc'],
  sqlite: ['select', 'with', 'values', 'explain', 'pragma'],
}

/** What PostgreSQL explains besides, as CREATE TABLE AS, it makes in a read-only transaction as well. */
const EXPLAINED = [...READING.postgresql, 'insert', 'update', 'delete', 'merge']

function explainedBy(tokens: readonly Token[]): string {
  const options = tokens[1]?.text === '(' ? tokens.findIndex(({ text }) => text === ')') : 0
  return tokens.slice(options + 1).find(({ text }) => !['analyze', 'verbose', '('].includes(text))?.text ?? ''
}

/** Functions that reach beyond the transaction, which is always rolled back: other sessions, other servers, files. */
const BEYOND = new RegExp(
  `^(?:${[
    'dblink.*',
    'set_config',
    'setval|nextval|lastval',
    'lo_.*|lowrite|loread',
    'pg_(?:terminate|cancel)_backend',
    'pg_(?:try_)?advisory_.*',
    'pg_notify|pg_logical_.*|pg_replication_.*|pg_(?:create|copy|drop)_.*|pg_export_snapshot',
    'pg_(?:reload_conf|rotate_logfile.*|switch_wal|promote|wal_replay_.*|backup_.*|start_backup|stop_backup)',
    'pg_(?:read|ls|stat|file)_(?:file|binary_file|dir|write|sync|rename|unlink|logdir|waldir|tmpdir).*',
    'pg_stat_.*reset.*|pg_import_system_collations|pg_sync_.*',
    '(?:query|table|schema|database|cursor)_to_xml.*',
    // They carry out a text that nobody has looked at.
    'ts_stat|ts_rewrite|crosstab.*|connectby|xpath_table',
    // They rewrite indexes and statistics, which no read-only transaction keeps them from.
    'brin_.*|gin_clean_pending_list|pg_(?:clear|restore)_(?:relation|attribute)_stats|pg_log_.*',
    'load_extension|load_file|writefile|readfile|edit|fts3_tokenizer',
    'get_lock|release_lock|release_all_locks|sys_exec|sys_eval',
  ].join('|')})$`,
)

/** What is asked about a database, and never changes it; those in the second list take what they are asked about. */
const PLAIN_PRAGMAS =
  /^(?:application_id|collation_list|compile_options|data_version|database_list|encoding|foreign_keys|freelist_count|function_list|integrity_check|journal_mode|module_list|page_count|page_size|pragma_list|quick_check|schema_version|table_list|user_version)$/
const ASKING_PRAGMAS =
  /^(?:foreign_key_check|foreign_key_list|index_info|index_list|index_xinfo|integrity_check|quick_check|table_info|table_list|table_xinfo)$/

function whyNotPragma(tokens: readonly Token[]): string | undefined {
  const words = tokens.filter(({ text }) => text !== ';').slice(1)
  const named = words[1]?.text === '.' ? words.slice(2) : words
  const [name = { text: '', kind: 'word' }, ...rest] = named
  const asks = rest.length === 3 && rest[0]?.text === '(' && rest[2]?.text === ')'
  const fine = rest.length === 0 ? PLAIN_PRAGMAS : asks ? ASKING_PRAGMAS : undefined
  return fine?.test(name.text) === true ? undefined : `PRAGMA ${name.text} does not only read.`
}

function isCall(tokens: readonly Token[], index: number): boolean {
  const kind = tokens[index]?.kind
  return (kind === 'word' || kind === 'name') && tokens[index + 1]?.text === '('
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'sign' | 'executable'
  /** Words in lower case, names without their quotes. */
  readonly text: string
}

type Shape = readonly [kind: Token['kind'] | 'nothing', pattern: RegExp]

const SPACE: Shape = ['nothing', /\s+/y]
const WORD: Shape = ['word', /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy]
const SIGN: Shape = ['sign', /[\s\S]/y]
const LINE_COMMENT: Shape = ['nothing', /--[^\n]*/y]
const BLOCK_COMMENT: Shape = ['nothing', /\/\*[\s\S]*?(?:\*\/|$)/y]
const TEXT: Shape = ['text', /'(?:[^']|'')*'?/y]
const NAME: Shape = ['name', /"(?:[^"]|"")*"?/y]
const TICKED: Shape = ['name', /`(?:[^`]|``)*`?/y]

/** The order counts: what comes first is tried first. */
const SHAPES: Readonly<Record<Dialect, readonly Shape[]>> = {
  postgresql: [
    SPACE,
    LINE_COMMENT,
    // A name in which letters are written as numbers.
    ['executable', /u&"/iy],
    ['text', /e'(?:[^'\\]|\\[\s\S]|'')*'?/iy],
    ['text', /\$([a-z_]\w*|)\$[\s\S]*?(?:\$\1\$|$)/iy],
    TEXT,
    NAME,
    WORD,
    SIGN,
  ],
  mysql: [
    SPACE,
    ['nothing', /--(?=\s|$)[^\n]*/y],
    ['nothing', /#[^\n]*/y],
    // A comment that is executed.
    ['executable', /\/\*M?!/y],
    BLOCK_COMMENT,
    ['text', /'(?:[^'\\]|\\[\s\S]|'')*'?/y],
    ['text', /"(?:[^"\\]|\\[\s\S]|"")*"?/y],
    TICKED,
    WORD,
    SIGN,
  ],
  sqlite: [SPACE, LINE_COMMENT, BLOCK_COMMENT, TEXT, NAME, TICKED, ['name', /\[[^\]]*\]?/y], WORD, SIGN],
}

function tokensOf(sql: string, dialect: Dialect): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length; ) {
    if (dialect === 'postgresql' && sql.startsWith('/*', at)) {
      at = afterNested(sql, at)
      continue
    }
    const { kind, text } = next(sql, at, SHAPES[dialect])
    at += text.length
    if (kind !== 'nothing') tokens.push({ kind, text: kind === 'name' ? text.slice(1, -1) : text.toLowerCase() })
  }
  return tokens
}

function next(sql: string, at: number, shapes: readonly Shape[]): { kind: Shape[0]; text: string } {
  for (const [kind, pattern] of shapes) {
    pattern.lastIndex = at
    const text = pattern.exec(sql)?.[0]
    if (text !== undefined) return { kind, text }
  }
  return { kind: 'sign', text: sql[at] ?? '' }
}

/** PostgreSQL's comments hold comments. */
function afterNested(sql: string, from: number): number {
  const marks = /\/\*|\*\//g
  marks.lastIndex = from
  let depth = 0
  for (let mark = marks.exec(sql); mark !== null; mark = marks.exec(sql)) {
    depth += mark[0] === '/*' ? 1 : -1
    if (depth === 0) return marks.lastIndex
  }
  return sql.length
}
