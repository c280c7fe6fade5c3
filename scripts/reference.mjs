// docs/reference.md is the output of `furrow reference`. --write brings it up to date, --check fails when it is not.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { root } from './inputs.mjs'

const file = path.join(root, 'docs/reference.md')
await build()
const current = execFileSync(process.execPath, [path.join(root, 'dist/furrow.cjs'), 'reference'], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  env: { PATH: process.env.PATH, HOME: process.env.HOME },
})

if (process.argv.includes('--write')) fs.writeFileSync(file, current)
else if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== current) {
  console.error('docs/reference.md is not what `furrow reference` prints: node scripts/reference.mjs --write')
  process.exit(1)
}
