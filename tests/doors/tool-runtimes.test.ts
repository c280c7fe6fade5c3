import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { FETCHING_MS, openWith, RUNTIMES } from '../support/runtimes.ts'
import { bareTool, runToEnd, trust, writeKit, writeTool } from '../support/tools.ts'

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

test.each(RUNTIMES)(
  'a tool does the same under %s',
  async runtime => {
    await using lab = await openLab()
    await using there = await openWith(lab, runtime)
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

/** Settings that a repository could have for each runtime; each would print, or change what the tool sees. */
const SETTINGS: Readonly<Record<string, string>> = {
  'bunfig.toml': 'preload = ["./evil.ts"]\n[run]\nbun = true\n',
  '.env': 'FROM_ENV_FILE=evil\n',
  '.env.local': 'FROM_ENV_FILE=evil\n',
  '.npmrc': 'node-options=--require=./evil.ts\n',
  'deno.json': '{"imports":{"helper":"./evil.ts","node:path":"./evil.ts"},"preload":["./evil.ts"]}',
  'tsconfig.json': '{"compilerOptions":{"paths":{"*":["./evil.ts"]},"jsxImportSource":"evil"}}',
  'jsconfig.json': '{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}',
  'package.json': '{"type":"module","imports":{"#x":"./evil.ts"},"browser":{"./tool.ts":"./evil.ts"}}',
  'evil.ts': `require('node:fs').writeFileSync('evil-ran', '')\n`,
}

test.each(RUNTIMES)(
  'X11: no settings of the repository have a say in what runs under %s',
  async runtime => {
    await using lab = await openLab()
    await using there = await openWith(lab, runtime)
    lab.write('.sdlc/tools/t/node_modules/helper/index.js', `module.exports = 'good'\n`)
    const said =
      'print({ ok: true, data: [word, process.env.FROM_ENV_FILE ?? null, process.env.NODE_OPTIONS ?? null] })'
    writeTool(lab, 't', `import word from 'helper'\nimport 'node:path'\n${bareTool({}, said)}`)
    await trust(there)
    for (const [file, text] of Object.entries(SETTINGS)) {
      lab.write(file, text)
      lab.write(`.sdlc/${file}`, text)
    }
    const { result } = await runToEnd(there, 't')
    expect(result).toMatchObject({ ok: true, data: ['good', null, null] })
    expect(lab.list('.')).not.toContain('evil-ran')
  },
  FETCHING_MS,
)

test(
  'a tool uses what bun brings along, under bun',
  async () => {
    await using lab = await openLab()
    await using there = await openWith(lab, 'bun')
    const code = `import { Database } from 'bun:sqlite'\nimport { semver } from 'bun'\n`
    const said = `print({ ok: true, data: [new Database(':memory:').query('select 42 as n').get(), semver.order('1.0.0', '2.0.0')] })`
    writeTool(lab, 't', `${code}${bareTool({}, said)}`)
    await trust(there)
    expect((await runToEnd(there, 't')).result?.data).toEqual([{ n: 42 }, -1])
  },
  FETCHING_MS,
)
