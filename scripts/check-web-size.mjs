// Fails when what the first page loads grows beyond its budget. Usage: node scripts/check-web-size.mjs [dist/web]
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024
const BUDGETS = { 'initial JavaScript': 170 * KB, 'initial CSS': 15 * KB, 'largest chunk loaded later': 70 * KB }

const root = process.argv[2] ?? 'dist/web'
const html = readFileSync(join(root, 'index.html'), 'utf8')

/** Vite lists the entry and everything it imports statically in the page itself. */
const initial = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file)
const later = readdirSync(join(root, 'assets'))
  .map(file => `assets/${file}`)
  .filter(file => file.endsWith('.js') && !initial.includes(file))

const figures = {
  'initial JavaScript': sum(initial.filter(file => file.endsWith('.js'))),
  'initial CSS': sum(initial.filter(file => file.endsWith('.css'))),
  'largest chunk loaded later': Math.max(0, ...later.map(gzipped)),
}

let failed = initial.length === 0
if (failed) console.error(`${root}/index.html names no assets; run npm run build first.`)
for (const [what, size] of Object.entries(figures)) {
  const budget = BUDGETS[what]
  const over = size > budget
  failed ||= over
  console.log(`${over ? 'over' : 'ok  '}  ${what}: ${kb(size)} KB of ${kb(budget)} KB, gzipped`)
}
process.exitCode = failed ? 1 : 0

function sum(files) {
  return files.reduce((total, file) => total + gzipped(file), 0)
}

function gzipped(file) {
  return gzipSync(readFileSync(join(root, file)), { level: 9 }).length
}

function kb(bytes) {
  return (bytes / KB).toFixed(1)
}
