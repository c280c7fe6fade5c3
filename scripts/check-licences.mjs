// Every package that is installed carries a licence we may use, and none brings an install step of its own.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

const FINE =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|MPL-2\.0)(?:\b|\)| OR | AND )/
/** Build steps that compile or fetch are never run (`--ignore-scripts`); these are known and work without theirs. */
const SCRIPTS_IGNORED = ['@photostructure/sqlite', 'esbuild', 'fsevents']

const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const problems = Object.entries(packages).flatMap(([place, entry]) => {
  if (place === '') return []
  const name = place.replace(/^.*node_modules\//, '')
  const license = entry.license ?? licenceIn(place)
  return [
    ...(license !== undefined && !FINE.test(license) ? [`${name}: licence ${license}`] : []),
    ...(license === undefined && !entry.optional ? [`${name}: no licence`] : []),
    ...(entry.hasInstallScript && !SCRIPTS_IGNORED.includes(name) ? [`${name}: has an install script`] : []),
    ...(entry.resolved === undefined ? [] : [`${name}: the lock names a download address`]),
  ]
})
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function licenceIn(place) {
  const file = path.join(root, place, 'package.json')
  if (!fs.existsSync(file)) return undefined
  const { license } = JSON.parse(fs.readFileSync(file, 'utf8'))
  return typeof license === 'string' ? license : license?.type
}
