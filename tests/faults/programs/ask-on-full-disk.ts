import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { mountSmallDisk } from '../small-disk.ts'

/** Run inside a mount namespace of its own: questions before, while and after the disk is full. Prints what each got. */
const [, , base = '', bin = ''] = process.argv
const disk = mountSmallDisk(base)
const root = path.join(base, 'workspace')
fs.mkdirSync(path.join(root, 'src'), { recursive: true })
execFileSync('git', ['init', '-q', '--template=', root])
for (let n = 0; n < 40; n += 1) fs.writeFileSync(path.join(root, `src/f${n}.ts`), 'export const x = 1\n'.repeat(200))
fs.writeFileSync(path.join(root, 'src/walrus.ts'), 'export const feedWalrus = () => "fish"\n')
disk.fill(24)
const full = ask('feedWalrus')
disk.empty()
const first = ask('feedWalrus')
fs.writeFileSync(path.join(root, 'src/walrus.ts'), '// moved\n\nexport const feedWalrus = () => "crab"\n')
for (let n = 0; n < 40; n += 1)
  fs.appendFileSync(path.join(root, `src/f${n}.ts`), `export const tram${n} = 1\n`.repeat(300))
disk.fill(0)
const changed = ask('feedWalrus')
disk.empty()
const last = ask('feedWalrus')
const left = fs.readdirSync(path.join(root, '.sdlc/tools/ama/index')).filter(name => name.endsWith('.building'))
console.log(JSON.stringify({ full, first, changed, last, left }))

function ask(question: string): unknown {
  const env = { PATH: process.env['PATH'] ?? '', HOME: base, FURROW_HOME: path.join(base, 'home') }
  const { stdout, stderr } = spawnSync(process.execPath, [bin, 'ask', 'search', question, '--json'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return stdout === '' ? { said: stderr } : JSON.parse(stdout)
}
