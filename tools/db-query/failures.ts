/** What drivers and servers say by codes, in words; each may name what to do. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'No database answers there: the connection was refused.',
  ENOTFOUND: 'The host of DATABASE_URL has no address.',
  EAI_AGAIN: 'The host of DATABASE_URL could not be looked up.',
  ECONNRESET: 'The database hung up.',
  ENOENT: 'There is no socket of a database at that place.',
  CONNECTION_CLOSED: 'The database hung up.',
  PROTOCOL_CONNECTION_LOST: 'The database hung up.',
  HANDSHAKE_UNKNOWN_ERROR: 'What answers there is no database of that kind.',
  '28P01': 'The password or the user of DATABASE_URL is wrong.',
  '28000': 'The database does not let the user of DATABASE_URL in.',
  ER_ACCESS_DENIED_ERROR: 'The password or the user of DATABASE_URL is wrong.',
  '57014': 'The statement took too long and was stopped.',
  ER_QUERY_TIMEOUT: 'The statement took too long and was stopped.',
  ER_STATEMENT_TIMEOUT: 'The statement took too long and was stopped.',
  '25006': 'The statement would write, and this tool only reads.',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'The statement would write, and this tool only reads.',
}

/** One sentence, then what the server itself said, then where in the statement. */
export function saidOf(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return String(error)
  const { code, position, errno } = error as Error & { code?: string; position?: string; errno?: number }
  // MariaDB's own number for a statement that took too long; the driver has no name for it.
  const words = WORDS[code ?? ''] ?? (errno === 1969 ? WORDS['57014'] : undefined)
  const said = [words, error.message.trim()].filter(text => text !== undefined && text !== '').join(' ')
  return position === undefined ? said : `${said} (line ${lineAt(sql, Number(position))})`
}

function lineAt(sql: string, position: number): number {
  return [...sql].slice(0, position).filter(letter => letter === '\n').length + 1
}
