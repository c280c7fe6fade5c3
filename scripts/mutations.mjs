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

function isCaught(mutation) {
  const file = path.join(copy, mutation.file)
  const source = fs.readFileSync(file, 'utf8')
  if (source.split(mutation.find).length !== 2)
    throw new Error(`${mutation.wall}: the text to replace does not occur exactly once in ${mutation.file}`)
  fs.writeFileSync(
    file,
    source.replace(mutation.find, () => mutation.replace),
  )
  try {
    const failed = !passes(mutation)
    console.log(`${failed ? 'caught  ' : 'SURVIVED'} ${mutation.wall}: ${mutation.file}`)
    return failed
  } finally {
    fs.writeFileSync(file, source)
  }
}

/** A mutation that does not even build proves nothing about the test. */
function passes({ wall, tests: [project, ...files], name }) {
  const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`${wall}: the mutated source does not build\n${built.stderr}`)
  const filter = name === undefined ? [] : ['-t', name]
  const args = ['run', '--project', project, ...files, ...filter]
  const { status, stdout } = spawnSync(path.join(copy, 'node_modules/.bin/vitest'), args, {
    cwd: copy,
    encoding: 'utf8',
  })
  if (!/Tests\s.*\d+ (?:passed|failed)/.test(stdout)) throw new Error(`${wall}: no test ran\n${stdout}`)
  return status === 0
}
