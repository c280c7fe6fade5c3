// `npm test`: sets up what is missing, builds, runs the checks and the suites. `npm test -- unit doors` runs some.
//   --all          every file, also those that try every case
//   --all --shard 2/4  the second quarter of them
//   --part         of those that `npm test` leaves out, the part of today
//   --durations    notes in tests/durations.json how long each file took
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './inputs.mjs'
import { ensurePackages, ensurePrograms } from './setup.mjs'
import { changedLately, inParts, partOf, SUITES, testFiles, writeDurations } from './suites.mjs'

/** What a part of the deep files may take on two cores, so that CI stays below half an hour. */
const PART_SECONDS = 20 * 60

const { values: options, positionals: suites } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    shard: { type: 'string' },
    part: { type: 'boolean' },
    durations: { type: 'boolean' },
  },
})
const unknown = suites.filter(suite => !(suite in SUITES))
if (unknown.length > 0) fail(`no suite ${unknown.join(', ')}; there are ${Object.keys(SUITES).join(', ')}`)

ensurePackages()
ensurePrograms()
const { build } = await import('./build.mjs')
console.error((await build()) ? 'built dist/' : 'dist/ is up to date')
const { check } = await import('./check.mjs')
const sound = suites.length > 0 || options.part || check()

const report = path.join(root, '.cache/tests.json')
const ended = runTests(chosenFiles().map(({ file }) => file))
const { testResults = [], ...counts } = fs.existsSync(report) ? JSON.parse(fs.readFileSync(report, 'utf8')) : {}
if (options.durations) writeDurations(Object.fromEntries(testResults.map(durationOf)))
const listed = everySkipIsListed()
for (const failure of testResults.flatMap(failuresIn)) console.log(failure)
const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests = 0, numTodoTests = 0 } = counts
console.log(`tests: ${passed} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`)
process.exit(sound && ended && listed && failed === 0 && passed > 0 ? 0 : 1)

function chosenFiles() {
  const files = testFiles().filter(({ suite }) => suites.length === 0 || suites.includes(suite))
  const deep = files.filter(({ deep }) => deep)
  if (options.part) return partOf(deep, { date: new Date(), changed: changedLately(), seconds: PART_SECONDS })
  // A suite that has nothing else, like the faults, is run when it is asked for by name.
  const quick = suites.length > 0 && deep.length === files.length ? files : files.filter(({ deep }) => !deep)
  return shardOf(options.all ? files : quick)
}

function shardOf(files) {
  if (options.shard === undefined) return files
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(options.shard) ?? fail(`--shard wants 2/4, not ${options.shard}`)
  return inParts(files, Number(count))[Number(number) - 1] ?? fail(`there is no shard ${options.shard}`)
}

function runTests(files) {
  fs.rmSync(report, { force: true })
  console.error(`${files.length} test files`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = [path.join(root, 'node_modules/.bin/vitest'), 'run', ...reporters, ...files]
  const [program, ...args] = inMemory(vitest)
  const { status } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 1, 2] })
  return status === 0
}

/**
 * Nothing that a test writes has to outlive it, and waiting for a disk is most of what the tests do. So where we may,
 * the temporary folder is in memory, on a mount that nobody else sees and that ends with the tests.
 */
function inMemory(command) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-tests-'))
  process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))
  const mounted = ['sh', '-c', 'mount -t tmpfs -o mode=1777 furrow-tests "$TMPDIR" && exec "$@"', 'sh']
  const apart = ['unshare', '--mount', '--', 'env', `TMPDIR=${folder}`, ...mounted]
  const { status } = spawnSync(apart[0], [...apart.slice(1), 'true'], { stdio: 'ignore' })
  return status === 0 ? [...apart, ...command] : command
}

function durationOf({ name, startTime, endTime }) {
  return [path.relative(root, name), Math.round((endTime - startTime) / 100) / 10]
}

/** Told once more at the end, where whoever reads only the last lines finds them. */
function failuresIn({ name, status, message, assertionResults }) {
  const file = path.relative(root, name)
  const failed = assertionResults.filter(test => test.status === 'failed')
  if (failed.length === 0) return status === 'failed' ? [`failed: ${file}\n${message}`] : []
  return failed.map(test => `failed: ${file} > ${test.fullName}\n${test.failureMessages.join('\n')}`)
}

/** A skipped test is a hole: it needs a line with its reason in ci/skips.md. */
function everySkipIsListed() {
  const reasons = fs.readFileSync(path.join(root, 'ci/skips.md'), 'utf8')
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
  const unlisted = skipped.filter(({ fullName }) => !reasons.includes(fullName))
  for (const { fullName } of unlisted) console.error(`skipped without a reason in ci/skips.md: ${fullName}`)
  return unlisted.length === 0
}

function fail(message) {
  console.error(message)
  process.exit(2)
}
