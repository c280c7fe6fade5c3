import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { readInside } from '../../store/files/safe-open.ts'

/** The user's own file; without it everything that is text belongs to the index. */
export const CONFIG_FILE = '.sdlc/tools/ama/config.yaml'

export interface IndexConfig {
  /** Folders end with a slash. */
  ignores(path: string): boolean
  takes(path: string): boolean
}

/** `extensions` narrows the index to some kinds of file; `ignore` leaves out paths, written as in a .gitignore. */
export function readIndexConfig(root: string): IndexConfig {
  const bytes = readInside(root, CONFIG_FILE)
  if (bytes === undefined) return { ignores: () => false, takes: () => true }
  const data = openYaml(bytes, CONFIG_FILE).data()
  const { extensions, ignore } = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
  const ends = texts(extensions).map(extension => `.${extension.replace(/^\*?\./, '')}`)
  const patterns = texts(ignore).map(patternOf)
  return {
    ignores: path => patterns.some(pattern => pattern.test(path)),
    takes: path => path.endsWith('/') || ends.length === 0 || ends.some(end => path.endsWith(end)),
  }
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string' && item.trim() !== '') : []
}

/** A pattern without a slash before its end means that name in every folder; a folder means everything in it. */
export function patternOf(text: string): RegExp {
  const bare = text.trim().replace(/^\.?\//, '')
  const isAnchored = /^\.?\//.test(text.trim()) || bare.replace(/\/$/, '').includes('/')
  const body = bare
    .replace(/\/$/, '')
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(part => WILD[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('')
  return new RegExp(`${isAnchored ? '^' : '(?:^|/)'}${body}${bare.endsWith('/') ? '/' : '(?:/|$)'}`)
}

const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }
