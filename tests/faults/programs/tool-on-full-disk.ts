import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { openFaultLab } from '../fault-lab.ts'
import { mountSmallDisk } from '../small-disk.ts'

/**
 * Run inside a mount namespace of its own: a tool answers more than the disk has room for, then a small tool runs and the
 * history is read. Prints what the built command line said.
 */
const [, , base = '', bin = ''] = process.argv
const actor = { kind: 'person', id: 'person', door: 'cli' } as const
const disk = mountSmallDisk(base)
const place = path.join(base, 'lab')
fs.mkdirSync(place)
using lab = openFaultLab({ base: place })
const meta = {
  name: 'big',
  display_name: 'Big',
  description: 'Answers a lot.',
  version: '1.0.0',
  requires_setup: false,
  input_schema: { type: 'object', properties: { mb: { type: 'integer' } } },
  output_schema: {},
  timeout_seconds: 60,
}
lab.write(
  '.sdlc/tools/big/tool.ts',
  `import fs from 'node:fs'
if (process.argv[2] === '--meta') console.log(${JSON.stringify(JSON.stringify(meta))})
else {
  const { mb } = JSON.parse(fs.readFileSync(0, 'utf8'))
  console.log(JSON.stringify({ ok: true, data: 'x'.repeat(mb * 1024 * 1024) }))
}
`,
)
await lab.withApp(async app => {
  await app.call('trust.status', {}, { actor })
  await app.call('trust.grant', {}, { actor })
})
const warm = furrow('run', 'big', '--mb', '0')
if (warm.status !== 0) throw new Error(JSON.stringify(warm))
disk.fill(2000)
const big = furrow('run', 'big', '--mb', '20')
const left = fs
  .readdirSync(path.join(lab.root, '.sdlc/tool-interactions'), { recursive: true })
  .filter(file => String(file).endsWith('.tmp'))
const history = furrow('tool', 'history', 'big')
fs.rmSync(path.join(base, 'filler'))
disk.fill(0)
const none = furrow('run', 'big', '--mb', '0')
const read = furrow('tool', 'history', 'big')
disk.empty()
const next = furrow('run', 'big', '--mb', '0')
console.log(JSON.stringify({ warm, big, left, history, none, read, next }))

/** Its time limit only guards against a hang. */
function furrow(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args, '--json'], {
    cwd: lab.root,
    env: lab.env,
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  })
  return { status, stdout: stdout.slice(0, 4000), stderr: stderr.slice(0, 4000) }
}
