import path from 'node:path'

export type Dialect = 'postgresql' | 'mysql' | 'sqlite'

/** Where a database is: a server by its address, a file by the places where it may be. */
export type Address =
  | { readonly dialect: 'postgresql' | 'mysql'; readonly url: string }
  | { readonly dialect: 'sqlite'; readonly files: readonly string[] }

const SCHEMES: Readonly<Record<string, Dialect>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
  sqlite3: 'sqlite',
  file: 'sqlite',
}

/** Reads a DATABASE_URL as frameworks write it: `postgresql+psycopg://`, `sqlite:./dev.db`, `file:./dev.db`, a path. */
export function addressOf(given: string, root: string): Address {
  const text = given.trim()
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9]*)(?:\+[a-z0-9]+)?:(.*)$/is.exec(text) ?? []
  const dialect = SCHEMES[scheme.toLowerCase()]
  if (dialect === 'sqlite') return { dialect, files: filesFor(rest, root) }
  if (dialect !== undefined) return { dialect, url: serverUrl(dialect, rest) }
  if (scheme === '' && /\.(?:db|db3|sqlite|sqlite3)$/i.test(text))
    return { dialect: 'sqlite', files: [path.resolve(root, text)] }
  throw new Error(
    'DATABASE_URL names no database that this tool knows: postgresql://…, mysql://…, sqlite:<file> or file:<file>.',
  )
}

function serverUrl(dialect: 'postgresql' | 'mysql', rest: string): string {
  const url = `${dialect}:${rest}`
  if (!rest.startsWith('//') || !URL.canParse(url))
    throw new Error(`DATABASE_URL is no address: it should look like ${dialect}://user:password@host/database.`)
  return url
}

/** `sqlite:///x.db` is relative for some and absolute for others: whichever is there. */
function filesFor(rest: string, root: string): string[] {
  const place = decodeURIComponent((rest.split('?')[0] ?? '').replace(/^\/\/(?=[^/]|\/)/, ''))
  if (place === '' || place === ':memory:') throw new Error('DATABASE_URL names no file.')
  const beside = path.resolve(root, place.replace(/^\/+/, ''))
  return place.startsWith('/') ? [place.replace(/^\/+/, '/'), beside] : [beside]
}
