import { readFileSync } from 'node:fs'

export interface Mount {
  readonly id: string
  readonly parent: string
  /** Of the file system: mounts with the same one show parts of the same files. */
  readonly device: string
  /** Which part of the file system is shown. */
  readonly root: string
  readonly place: string
  readonly options: readonly string[]
  readonly type: string
}

export function readMounts(pid: number | 'self'): Mount[] {
  const lines = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trimEnd().split('\n')
  return lines.map(line => {
    const fields = line.split(' ')
    const [id = '', parent = '', device = '', root = '', place = '', options = ''] = fields
    const type = fields[fields.indexOf('-', 6) + 1] ?? ''
    const shown = { root: unescapeOctal(root), place: unescapeOctal(place) }
    return { id, parent, device, ...shown, options: options.split(','), type }
  })
}

/** Blanks and the like are written as `\040`. */
function unescapeOctal(path: string): string {
  if (!path.includes('\\')) return path
  const bytes = Buffer.from(path).toString('latin1')
  const plain = bytes.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
  return Buffer.from(plain, 'latin1').toString()
}

/** Which mount a path leads to: the way down takes the first one it meets, again and again. */
export function mountFinder<Seen extends Mount>(mounts: readonly Seen[]): (path: string) => Seen | undefined {
  const known = new Set(mounts.map(({ id }) => id))
  const below = new Map<string, Seen[]>()
  // The shortest first.
  for (const mount of mounts.toSorted((one, other) => one.place.length - other.place.length)) {
    const parent = known.has(mount.parent) ? mount.parent : NONE
    below.set(parent, [...(below.get(parent) ?? []), mount])
  }
  return path => {
    let found: Seen | undefined
    const next = (parent: string) => below.get(parent)?.find(({ place }) => isWithinMount(place, path))
    for (let deeper = next(NONE); deeper !== undefined; deeper = next(deeper.id)) found = deeper
    return found
  }
}

const NONE = ''

export function isWithinMount(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
