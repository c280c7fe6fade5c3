import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { cachedPackage } from '../support/packages.ts'
import { runToEnd, trust, writeKit, writeTool } from '../support/tools.ts'

/** The binaries come in packages of their own, for each system one. */
const PROGRAMS = {
  bun: async () => path.join(await cachedPackage(`@oven/bun-linux-${cpu.bun}`, '1.4.4'), 'bin/bun'),
  deno: async () => path.join(await cachedPackage(`@deno/linux-${cpu.deno}-glibc`, '2.9.6'), 'deno'),
  node: async () => undefined,
} as const

const cpu = process.arch === 'arm64' ? { bun: 'aarch64', deno: 'arm64' } : { bun: 'x64', deno: 'x64' }

const CODE = `import { defineTool } from '../_shared/tool.ts'
import { command } from '../_shared/utils.ts'

defineTool<{ who: string }>({
  meta: {
    display_name: 'Same everywhere',
    description: 'Does the same under each runtime.',
    version: '2.0.0',
    streaming: true,
    input_schema: { type: 'object', properties: { who: { type: 'string', default: 'world' } } },
  },
  async run({ who }, context) {
    context.progress('half', 50)
    context.log('a line')
    context.attach('note.txt', 'attached', 'report')
    const { stdout } = await command(['echo', who])
    return { said: stdout, root: context.root, name: context.name, folder: context.folder }
  },
})
`

/** The first time on a machine their packages are fetched, which may take minutes. */
const FETCHING_MS = 600_000

test.each(Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[])(
  'a tool does the same under %s',
  async runtime => {
    const program = await PROGRAMS[runtime]()
    await using lab = await openLab()
    const bin = path.join(path.dirname(lab.root), 'bin')
    fs.mkdirSync(bin)
    if (program !== undefined) {
      fs.chmodSync(program, 0o755)
      fs.symlinkSync(program, path.join(bin, runtime))
    }
    await using own = await openLab({ root: lab.root, env: { ...lab.env, PATH: `${bin}:${lab.env['PATH']}` } })
    const there = { ...own, root: lab.root, write: lab.write, read: lab.read, list: lab.list }
    writeKit(lab)
    writeTool(lab, 'same', CODE)
    await trust(there)
    const record = await runToEnd(there, 'same', { who: 'you' })
    expect(record).toMatchObject({
      status: 'succeeded',
      runtime,
      tool_version: '2.0.0',
      result: {
        ok: true,
        data: { said: 'you', root: lab.root, name: 'same', folder: path.join(lab.root, '.sdlc/tools/same') },
      },
      attachments: [{ name: 'note.txt', bytes: 8, kind: 'report' }],
    })
    const { log } = await there.call('tool.interaction', { name: 'same', id: record.id })
    expect(log.map(({ level, text }) => [level, text])).toEqual(
      expect.arrayContaining([
        ['progress', 'half (50%)'],
        ['stdout', 'a line'],
      ]),
    )
  },
  FETCHING_MS,
)
