// `npm run faults`: the fault suite, the tests of other suites that hold a promise, then the soaks, which take longer
// than `npm test` may; at the end one table with every promise, its target and what was measured.
// Every step and every case is taken; FURROW_FAULTS=short takes a random choice, as `npm test` does.
// FURROW_SOAK_MINUTES=5 shortens each soak; `npm run faults -- soak` runs the soaks alone, `-- faults unit` these two.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { asMarkdown, filesOf, judge, ROWS } from './fault-table.mjs'
import { root } from './inputs.mjs'
import { ensurePackages, ensurePrograms } from './setup.mjs'

const SUITES = ['faults', 'unit', 'doors', 'browser', 'bench', 'soak']
const WHOLE = ['faults', 'soak']
const asked = process.argv.slice(2).filter(word => SUITES.includes(word))
const chosen = asked.length > 0 ? asked : SUITES
const figures = path.join(root, '.cache', `figures-${process.pid}.jsonl`)

ensurePackages()
ensurePrograms()
const { build } = await import('./build.mjs')
await build()
const runs = chosen.map(suite => (suite === 'bench' ? measure() : run(suite)))
const tests = runs.flatMap(({ tests }) => tests)
const rows = ROWS.filter(({ suites }) => suites.every(suite => chosen.includes(suite)))
const judged = judge(rows, { figures: printed(), tests })
console.log(asMarkdown(judged))
const wrong = judged.filter(({ verdict }) => verdict !== 'ok')
console.log(`${judged.length} rows, ${wrong.length} of them wrong${wrong.map(({ id }) => ` ${id}`).join('')}`)
process.exit(wrong.length === 0 && runs.every(({ green }) => green) ? 0 : 1)

function run(suite) {
  const report = path.join(root, '.cache', `faults-${suite}.json`)
  fs.rmSync(report, { force: true })
  const files = WHOLE.includes(suite) ? [] : filesOf(suite)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--project', suite, ...reporters, ...files],
    { cwd: root, stdio: 'inherit', env: { FURROW_FAULTS: 'full', ...process.env, FURROW_FIGURES: figures } },
  )
  return { green: status === 0, tests: fs.existsSync(report) ? testsIn(report) : [] }
}

/** A time is shown beside its limit and gates nothing: a busy machine is no defect. */
function measure() {
  const names = filesOf('bench').map(file => path.basename(file, '.ts'))
  spawnSync(process.execPath, [path.join(root, 'scripts/bench.mjs'), ...names], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FURROW_FIGURES: figures },
  })
  return { green: true, tests: [] }
}

function testsIn(report) {
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ file: path.relative(root, name), name: fullName, status })),
  )
}

function printed() {
  if (!fs.existsSync(figures)) return []
  const lines = fs.readFileSync(figures, 'utf8').trim().split('\n')
  fs.rmSync(figures)
  return lines.map(line => JSON.parse(line))
}
