// `npm test`: sets up what is missing, builds, runs the checks and every suite. `npm test -- unit doors` runs some.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'
import { ensurePackages, ensurePrograms } from './setup.mjs'

const SUITES = ['unit', 'doors', 'browser', 'faults']
const chosen = process.argv.slice(2).filter(word => SUITES.includes(word))

ensurePackages()
ensurePrograms()
const { build } = await import('./build.mjs')
console.error((await build()) ? 'built dist/' : 'dist/ is up to date')
const { check } = await import('./check.mjs')
const sound = chosen.length > 0 || check()

const totals = { passed: 0, failed: 0, skipped: 0 }
const failures = []
let green = sound
for (const suite of chosen.length > 0 ? chosen : SUITES) green = runSuite(suite) && green
green = everySkipIsListed() && green
for (const failure of failures) console.log(failure)
console.log(`tests: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(green && totals.failed === 0 && totals.passed > 0 ? 0 : 1)

function runSuite(suite) {
  const report = path.join(root, '.cache', `tests-${suite}.json`)
  fs.rmSync(report, { force: true })
  const args = ['run', '--project', suite, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    stdio: ['ignore', 1, 2],
  })
  if (!fs.existsSync(report)) return false
  const { testResults, ...counts } = JSON.parse(fs.readFileSync(report, 'utf8'))
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = counts
  totals.passed += numPassedTests
  totals.failed += numFailedTests
  totals.skipped += numPendingTests + numTodoTests
  failures.push(...testResults.flatMap(failuresIn))
  return status === 0
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
  const listed = fs.readFileSync(path.join(root, 'ci/skips.md'), 'utf8')
  const skipped = SUITES.flatMap(suite => {
    const report = path.join(root, '.cache', `tests-${suite}.json`)
    if (!fs.existsSync(report)) return []
    const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
    return testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo'),
    )
  })
  const unlisted = skipped.filter(({ fullName }) => !listed.includes(fullName))
  for (const { fullName } of unlisted) console.error(`skipped without a reason in ci/skips.md: ${fullName}`)
  return unlisted.length === 0
}
