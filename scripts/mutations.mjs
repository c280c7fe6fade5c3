// `npm run mutations`: breaks one wall at a time in a copy of the repository and expects the named test to fail.
// `npm run mutations -- capabilities` replays only the walls whose name contains the word.
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './inputs.mjs'

const words = process.argv.slice(2)
const mutations = JSON.parse(fs.readFileSync(path.join(root, 'tests/walls/mutations.json'), 'utf8')).filter(
  ({ wall }) => words.length === 0 || words.some(word => wall.includes(word)),
)
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-mutations-'))
try {
  copyRepository()
  const survivors = mutations.filter(mutation => !isCaught(mutation))
  console.log(`${mutations.length - survivors.length} of ${mutations.length} mutations were caught`)
  process.exitCode = survivors.length === 0 && mutations.length > 0 ? 0 : 1
} finally {
  fs.rmSync(copy, { recursive: true, force: true })
}

function copyRepository() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter(name => name !== '' && fs.existsSync(path.join(root, name)))) {
    fs.mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    fs.copyFileSync(path.join(root, file), path.join(copy, file))
  }
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  execFileSync('cp', ['-a', path.join(root, 'node_modules'), path.join(copy, 'node_modules')])
}

/** One that says nothing, because it does not fit or no test ran, counts as a survivor and holds up no other. */
function isCaught(mutation) {
  const { wall, file } = mutation
  const { verdict, why } = judge(mutation)
  console.log(`${verdict.padEnd(8)} ${wall}: ${file}${why === undefined ? '' : `\n${why}`}`)
  return verdict === 'caught'
}

function judge({ file: name, find, replace, tests: [project, ...files], name: only }) {
  const file = path.join(copy, name)
  const source = fs.readFileSync(file, 'utf8')
  if (source.split(find).length !== 2)
    return { verdict: 'BROKEN', why: 'the text to replace does not occur exactly once' }
  fs.writeFileSync(
    file,
    source.replace(find, () => replace),
  )
  try {
    // One that does not even build proves nothing about the test.
    const built = run(process.execPath, ['scripts/build.mjs'])
    if (built.status !== 0) return { verdict: 'BROKEN', why: `it does not build\n${built.stderr}` }
    const filter = only === undefined ? [] : ['-t', only]
    const { status, stdout } = run('node_modules/.bin/vitest', ['run', '--project', project, ...files, ...filter])
    if (!/Tests\s.*\d+ (?:passed|failed)/.test(stdout)) return { verdict: 'BROKEN', why: `no test ran\n${stdout}` }
    return { verdict: status === 0 ? 'SURVIVED' : 'caught' }
  } finally {
    fs.writeFileSync(file, source)
  }
}

function run(program, args) {
  return spawnSync(path.resolve(copy, program), args, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
}
