import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../lab.ts'
import { FETCHING_MS, openWith, RUNTIMES } from '../support/runtimes.ts'
import { runToEnd, trust, writeKit, writeTool } from '../support/tools.ts'

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
