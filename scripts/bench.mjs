// `npm run bench`: every bench/*.ts with a `run`, one after the other, and one table. `npm run bench -- store` runs one.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

const { build: buildProduct } = await import('./build.mjs')
console.error((await buildProduct()) ? 'built dist/' : 'dist/ is up to date')

const chosen = process.argv.slice(2)
const names = fs
  .readdirSync(path.join(root, 'bench'))
  .filter(file => file.endsWith('.ts'))
  .filter(file => /^export (?:async )?function run\b/m.test(fs.readFileSync(path.join(root, 'bench', file), 'utf8')))
  .map(file => path.basename(file, '.ts'))
const unknown = chosen.filter(name => !names.includes(name))
if (unknown.length > 0) fail(`There is no bench ${unknown.join(', ')}; there are ${names.join(', ')}.`)

const rows = []
for (const name of chosen.length > 0 ? chosen : names) rows.push(...(await measure(name)))
print(rows)
tell(rows)
process.exit(rows.every(isWithin) ? 0 : 1)

/** In a process of its own: neither what ran before nor the environment's certificates and options are in the figures. */
async function measure(name) {
  const esbuild = await import('esbuild')
  const [program, answer] = [`bench-${name}.mjs`, `bench-${name}.json`].map(file => path.join(root, '.cache', file))
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: [path.join(root, 'bench', `${name}.ts`)],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    external: ['@photostructure/sqlite', 'esbuild'],
    banner: { js: "import { createRequire as __cr } from 'node:module';const require = __cr(import.meta.url);" },
  })
  console.error(`measuring ${name} ...`)
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
  const call = `import(${JSON.stringify(program)}).then(async ({ run }) => {
    require('node:fs').writeFileSync(${JSON.stringify(answer)}, JSON.stringify(await run()))
    process.exit(0)
  })`
  fs.rmSync(answer, { force: true })
  const { status } = spawnSync(process.execPath, ['-e', call], { cwd: root, env, stdio: ['ignore', 2, 2] })
  if (status !== 0 || !fs.existsSync(answer)) fail(`bench ${name} failed`)
  return JSON.parse(fs.readFileSync(answer, 'utf8'))
}

function print(rows) {
  const cells = [
    ['what', 'figure', 'base', 'ratio', 'limit', ''],
    ...rows.map(row => [
      row.what,
      `${short(row.figure)} ${row.unit}`,
      row.base === undefined ? '' : `${short(row.base)} ${row.unit}`,
      row.ratio === undefined ? '' : `${short(row.ratio)}x`,
      row.limit === undefined ? '' : row.ratio === undefined ? `${row.limit} ${row.unit}` : `${row.limit}x`,
      row.limit === undefined ? '' : isWithin(row) ? 'ok' : 'MISSED',
    ]),
  ]
  const widths = cells[0].map((_, column) => Math.max(...cells.map(line => line[column].length)))
  for (const line of cells)
    console.log(
      line
        .map((text, column) => pad(text, widths[column], column))
        .join('  ')
        .trimEnd(),
    )
}

/** For `npm run faults`: the rows that are named after one of its own. */
function tell(rows) {
  const file = process.env.FURROW_FIGURES
  if (file === undefined) return
  for (const { what, figure, unit, limit } of rows) {
    const [, test, rest] = /^([DPFX]\d+) (.*)$/.exec(what) ?? []
    const value = `${short(figure)} ${unit} of at most ${limit}`
    if (test !== undefined) fs.appendFileSync(file, `${JSON.stringify({ test, what: rest, value })}\n`)
  }
}

function pad(text, width, column) {
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}

function isWithin({ figure, ratio, limit }) {
  return limit === undefined || (ratio ?? figure) <= limit
}

function short(figure) {
  return Number(figure.toPrecision(3)).toString()
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
