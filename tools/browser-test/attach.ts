import fs from 'node:fs'
import path from 'node:path'
import type { ToolContext } from '../_shared/tool.ts'
import type { Tested } from './reports/tested.ts'

const MOST_FILES = 20
const MOST_BYTES = 10 * 2 ** 20
const KINDS: Readonly<Record<string, string>> = {
  '.png': 'screenshot',
  '.jpg': 'screenshot',
  '.jpeg': 'screenshot',
  '.zip': 'trace',
  '.webm': 'video',
}

export interface Places {
  /** From where a report names its files. */
  readonly folder: string
  /** In which files may be that are kept with the run. */
  readonly roots: readonly string[]
  /** Where the runner may put what it likes to have kept. */
  readonly artifacts: string
}

/** Screenshots, traces and whatever else failed tests left, kept with the run; answers what was left out, and why. */
export function attachAll(tests: readonly Tested[], context: Pick<ToolContext, 'attach'>, places: Places): string[] {
  const failed = tests.filter(({ status }) => status === 'failed' || status === 'flaky')
  const named = failed.flatMap(({ attachments = [] }) => attachments)
  const found = filesIn(places.artifacts).map(file => ({ name: path.basename(file), path: file }))
  const seen = new Set<string>()
  const skipped: string[] = []
  for (const item of [...named, ...found]) {
    const content =
      'base64' in item && item.base64 !== undefined
        ? Buffer.from(item.base64, 'base64')
        : read(item.path, places, skipped)
    const key = item.path ?? item.name
    if (content === undefined || seen.has(key)) continue
    if (seen.size >= MOST_FILES) skipped.push(`${item.name}: there are more than ${MOST_FILES} files`)
    else context.attach(nameFor(item), content, KINDS[path.extname(item.path ?? item.name).toLowerCase()] ?? 'file')
    seen.add(key)
  }
  return skipped
}

/** Playwright calls its files `screenshot` and `trace`. */
function nameFor({ name, path: file }: { name: string; path?: string }): string {
  return path.extname(name) === '' && file !== undefined ? `${name}${path.extname(file)}` : name
}

/** A report is written by whoever wrote the tests; it does not say which files of the machine are shown. */
function read(file: string | undefined, { folder, roots }: Places, skipped: string[]): Buffer | undefined {
  if (file === undefined) return undefined
  const place = path.resolve(folder, file)
  if (!fs.existsSync(place)) return void skipped.push(`${file}: it is not there`)
  const real = fs.realpathSync(place)
  if (!roots.some(root => real.startsWith(`${fs.realpathSync(root)}${path.sep}`)))
    return void skipped.push(`${file}: it is outside of the project`)
  if (fs.statSync(real).size > MOST_BYTES) return void skipped.push(`${file}: it is larger than 10 MiB`)
  return fs.readFileSync(real)
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => path.join(folder, name))
    .filter(file => fs.statSync(file).isFile())
    .sort()
}
