// Which test files there are, which of them `npm test` runs, and which part of the others a day's CI runs.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

/** The projects of vitest, with the patterns of their files. */
export const SUITES = {
  unit: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tools/**/*.test.ts'],
  doors: ['tests/doors/**/*.test.ts', 'tests/tools/**/*.test.ts'],
  browser: ['tests/browser/**/*.test.ts'],
  faults: ['tests/faults/**/*.test.ts'],
}

/**
 * What takes long because it tries every case: `npm run test:all` runs it, CI a part of it each day. The folders say
 * what a change must touch for CI to run the file the same day.
 */
const DEEP = [
  ['tests/faults/', ['src/store', 'src/runs', 'src/memory', 'src/explorations', 'src/changes', 'src/specs']],
  ['tests/browser/accessibility.test.ts', ['src/web']],
  ['tests/browser/hostile-text.test.ts', ['src/web']],
  ['tests/doors/cli-registry.test.ts', ['src/operation', 'src/doors/cli']],
  ['tests/doors/clients.test.ts', ['src/doors/cli', 'src/flows/init']],
  ['tests/doors/fixes-in-state.test.ts', ['src/specs', 'src/changes', 'src/explorations']],
  ['tests/doors/fixes.test.ts', ['src/operation', 'src/app', 'src/doors/cli']],
  ['tests/doors/hostile.test.ts', ['src/store', 'src/doors']],
  ['tests/doors/http-fuzz.test.ts', ['src/doors/http']],
  ['tests/doors/http-gate.test.ts', ['src/doors/http']],
  ['tests/doors/http-load.test.ts', ['src/doors/http']],
  ['tests/doors/mcp-clients.test.ts', ['src/doors/mcp']],
  ['tests/doors/mcp-conformance.test.ts', ['src/doors/mcp']],
  ['tests/doors/mcp-flood.test.ts', ['src/doors/mcp']],
  ['tests/doors/mcp-malformed.test.ts', ['src/doors/mcp']],
  ['tests/doors/pasted.test.ts', ['src/operation', 'src/app']],
  ['tests/doors/schemas.test.ts', ['src/operation', 'src/app']],
  ['tests/tools/db-query/', ['tools/db-query']],
]

/** What a file that was never timed counts as, in seconds: about the mean of its kind. */
const UNTIMED = { deep: 60, quick: 5 }

const DURATIONS = path.join(root, 'tests/durations.json')

/** Within a week everything ran. */
const DAYS = 7
const DAY = 24 * 60 * 60 * 1000

/** Every test file with its suite, what it took when it was last timed, and whether `npm test` leaves it out. */
export function testFiles() {
  const durations = readDurations()
  return Object.entries(SUITES).flatMap(([suite, patterns]) =>
    patterns.flatMap(filesLike).map(file => {
      const [, about] = DEEP.find(([start]) => file.startsWith(start)) ?? []
      const deep = about !== undefined
      return {
        file,
        suite,
        seconds: durations[file] ?? (deep ? UNTIMED.deep : UNTIMED.quick),
        deep,
        about: about ?? [],
      }
    }),
  )
}

/** A seventh of the deep files, another one each day, then those that recent commits are about, as long as there is time. */
export function partOf(files, { date, changed, seconds }) {
  const parts = inParts(files, DAYS)
  const today = parts[Math.floor(date.getTime() / DAY) % DAYS]
  const touched = files.filter(
    ({ file, about }) => changed.includes(file) || about.some(folder => changed.some(name => name.startsWith(folder))),
  )
  const chosen = new Set(today)
  for (const file of touched.sort((one, other) => one.seconds - other.seconds))
    if (total([...chosen, file]) <= seconds) chosen.add(file)
  return [...chosen]
}

/** The longest first, each into the part that has least to do. */
export function inParts(files, count) {
  const parts = Array.from({ length: count }, () => [])
  for (const file of [...files].sort((one, other) => other.seconds - one.seconds || (one.file < other.file ? -1 : 1)))
    parts.reduce((least, part) => (total(part) < total(least) ? part : least)).push(file)
  return parts
}

/** What the commits of the last day touched: a fresh clone knows nothing of the run before. */
export function changedLately() {
  const names = execFileSync('git', ['log', '--since=1.day', '--name-only', '--format='], {
    cwd: root,
    encoding: 'utf8',
  })
  return [...new Set(names.split('\n').filter(name => name !== ''))]
}

export function readDurations() {
  return fs.existsSync(DURATIONS) ? JSON.parse(fs.readFileSync(DURATIONS, 'utf8')) : {}
}

export function writeDurations(measured) {
  const all = { ...readDurations(), ...measured }
  const there = Object.entries(all).filter(([file]) => fs.existsSync(path.join(root, file)))
  const sorted = Object.fromEntries(there.sort(([one], [other]) => (one < other ? -1 : 1)))
  fs.writeFileSync(DURATIONS, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

function filesLike(pattern) {
  const [folder, ending] = pattern.split('/**/*')
  return fs
    .readdirSync(path.join(root, folder), { recursive: true })
    .filter(name => name.endsWith(ending))
    .map(name => `${folder}/${name}`)
    .sort()
}

function total(files) {
  return files.reduce((sum, { seconds }) => sum + seconds, 0)
}
