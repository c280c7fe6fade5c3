import fs from 'node:fs'
import path from 'node:path'

/** Files that a pattern with `*`, `?` and `**` names, the ones written to last at the end. */
export function filesFor(patterns: string, root: string): string[] {
  const found = patterns
    .split(/[\n,]/)
    .map(pattern => pattern.trim())
    .filter(pattern => pattern !== '')
    .flatMap(pattern => expand(path.resolve(root, pattern)))
  const allowed = [...new Set(found)].filter(file => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
  for (const file of allowed) refuseForeign(file, root)
  return allowed.sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs || (a < b ? -1 : 1))
}

/** Logs are in the project or where the system keeps them; anything else is none of this tool's business. */
function refuseForeign(file: string, root: string): void {
  const real = fs.realpathSync(file)
  const homes = [fs.realpathSync(root), '/var/log']
  if (!homes.some(home => real.startsWith(`${home}${path.sep}`)))
    throw new Error(`${file} is neither in the project nor in /var/log.`)
}

function expand(pattern: string): string[] {
  const parts = pattern.split(path.sep)
  const plain = parts.findIndex(part => /[*?]/.test(part))
  if (plain < 0) return fs.existsSync(pattern) ? [pattern] : []
  return below(parts.slice(0, plain).join(path.sep) || path.sep, parts.slice(plain))
}

const DEEPEST = 12

function below(folder: string, [part = '', ...rest]: readonly string[], depth = 0): string[] {
  if (depth > DEEPEST || !fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  // What is hidden is not meant: the records of this very tool are below .sdlc.
  const entries = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && (!name.startsWith('.') || part.startsWith('.')))
  if (part === '**') {
    const folders = entries.filter(entry => entry.isDirectory())
    return [
      ...below(folder, rest, depth),
      ...folders.flatMap(({ name }) => below(path.join(folder, name), [part, ...rest], depth + 1)),
    ]
  }
  const names = entries.map(({ name }) => name).filter(name => patternOf(part).test(name))
  const places = names.map(name => path.join(folder, name))
  return rest.length === 0 ? places : places.flatMap(place => below(place, rest, depth + 1))
}

function patternOf(part: string): RegExp {
  const source = part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
  return new RegExp(`^${source}$`)
}
