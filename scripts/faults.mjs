// `npm run faults`: the fault suite, then the soaks, which take longer than `npm test` may; the figures at the end.
// FURROW_SOAK_MINUTES=5 shortens each soak; `npm run faults -- soak` runs the soaks alone.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'
import { ensurePackages, ensurePrograms } from './setup.mjs'

const PROJECTS = ['faults', 'soak']
const chosen = process.argv.slice(2).filter(word => PROJECTS.includes(word))
const figures = path.join(root, '.cache', `figures-${process.pid}.jsonl`)

ensurePackages()
ensurePrograms()
const { build } = await import('./build.mjs')
await build()
const failed = (chosen.length > 0 ? chosen : PROJECTS).filter(project => {
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/vitest'), ['run', '--project', project], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FURROW_FIGURES: figures },
  })
  return status !== 0
})
printFigures()
process.exit(failed.length === 0 ? 0 : 1)

function printFigures() {
  if (!fs.existsSync(figures)) return
  const lines = fs.readFileSync(figures, 'utf8').trim().split('\n')
  for (const { test, what, value } of lines.map(line => JSON.parse(line))) console.log(`${test}  ${what}: ${value}`)
  fs.rmSync(figures)
}
