import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

/** What a person sees on the disk: every file with its mode and text, every folder of the workspace. */
export type Tree = Readonly<Record<string, string>>

/** Databases with the key of their journal, what git keeps, and what git is told: what is missing is made again. */
const NOT_SEEN =
  /^(?:workspace\/\.git\/(?!furrow-home\.json$)|home\/repos\/|home\/git\/|home\/memory(?:\/|\.db)|home\/secrets\/journal\.key$)/

export function treeOf({ root, home }: { root: string; home: string }): Tree {
  const seen = [...walk(root, 'workspace'), ...walk(home, 'home'), ...requestsIn(home)]
  return Object.fromEntries(seen.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Files that only a write in progress may have, wherever they are. */
export function leftoversIn(...folders: string[]): string[] {
  return folders
    .flatMap(folder => (fs.existsSync(folder) ? fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []))
    .filter(name => /\.(?:tmp|partial)$/.test(name))
}

function walk(folder: string, name: string): [string, string][] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const [place, key] = [path.join(folder, entry.name), `${name}/${entry.name}`]
    if (NOT_SEEN.test(key)) return []
    if (!entry.isDirectory()) return [[key, `${modeOf(place)} ${textOf(place)}`]]
    const inside = walk(place, key)
    // An empty folder in the home means nothing; in the workspace it may look like half of something.
    return name.startsWith('workspace') ? [[`${key}/`, ''], ...inside] : inside
  })
}

function modeOf(place: string): string {
  return (fs.statSync(place).mode & 0o777).toString(8)
}

/** Without what differs from one time to the next. */
function textOf(place: string): string {
  const text = fs.readFileSync(place, 'latin1')
  return /^(?:token|identity\.txt|.*\.age)$/.test(path.basename(place))
    ? `${text.length} letters`
    : text.replace(/"claimed_at": "[^"]*"/, '')
}

/** What waits for a person's word is in the database alone. */
function requestsIn(home: string): [string, string][] {
  return databasesIn(home).flatMap(file => {
    const database = new DatabaseSync(file)
    try {
      const rows = database.prepare('SELECT id, status FROM requests').all() as { id: string; status: string }[]
      return rows.map(({ id, status }): [string, string] => [`request ${id}`, status])
    } finally {
      database.close()
    }
  })
}

function databasesIn(home: string): string[] {
  const repositories = path.join(home, 'repos')
  if (!fs.existsSync(repositories)) return []
  return fs
    .readdirSync(repositories)
    .map(name => path.join(repositories, name, 'state.db'))
    .filter(file => fs.existsSync(file))
}

/** What comes before a write and stays when that is given up: which home writes here, and what it has before a tool starts. */
const AHEAD: Tree = {
  'home/config.yaml': '600 schema_version: 1\n',
  'home/token': '600 44 letters',
}

export function withoutOwner({ 'workspace/.git/furrow-home.json': _, ...rest }: Tree): Tree {
  return Object.fromEntries(Object.entries(rest).filter(([name, text]) => AHEAD[name] !== text))
}
