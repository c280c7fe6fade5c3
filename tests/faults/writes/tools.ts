import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const TOOL = '.sdlc/tools/greet/tool.ts'
const ID = '20260101-101500-abc'

/** An interaction as a run of the tool leaves it. */
export const INTERACTION = `schema_version: 1
id: ${ID}
tool_name: greet
kind: run
status: succeeded
created_at: 2026-01-01T10:15:00.000Z
completed_at: 2026-01-01T10:15:01.000Z
input:
  who: you
result:
  ok: true
  data:
    hello: you
tags: []
notes: null
cwd: /somewhere
level: group
actor:
  kind: person
  id: person
  door: cli
trigger: tool.run
`

export const INTERACTION_ID = ID
export const INTERACTION_FILE = `.sdlc/tool-interactions/greet/${ID}.yaml`

export const toolsWrites: readonly Write[] = [
  { name: 'tool.create', order: call('tool.create', { name: 'check-links' }) },
  { name: 'tool.add', order: call('tool.add', { name: 'quality-check' }) },
  {
    name: 'tool.clone',
    prepare: async lab => {
      lab.write(TOOL, 'export {}\n')
      await done(lab, call('tool.list', {}, 'looked'))
    },
    order: call('tool.clone', { name: 'greet', new_name: 'greet-two' }),
  },
  {
    name: 'tool.remove',
    prepare: lab => {
      lab.write(TOOL, 'export {}\n')
      lab.write('.sdlc/tools/greet/README.md', '# Greet\n')
    },
    order: call('tool.remove', { name: 'greet' }),
  },
  {
    name: 'tool.sync',
    prepare: async lab => {
      lab.write(TOOL, 'export {}\n')
      await done(lab, call('tool.list', {}, 'looked'))
    },
    order: call('tool.sync', {}),
  },
  {
    name: 'tool.update',
    prepare: async lab => {
      await done(lab, call('tool.create', { name: 'mine' }, 'earlier'))
      lab.write('.sdlc/tools/_shared/utils.ts', '// edited\n')
    },
    order: call('tool.update', {}),
  },
  {
    name: 'tool.save_test',
    prepare: lab => {
      lab.write(TOOL, 'export {}\n')
      lab.write(INTERACTION_FILE, INTERACTION)
    },
    order: call('tool.save_test', { id: ID, test_name: 'you' }),
  },
  {
    name: 'tool.write',
    prepare: lab => lab.write(TOOL, 'export {}\n'),
    order: call('tool.write', { name: 'greet', path: 'README.md', content: '# Greet\n' }),
  },
  {
    name: 'tool.pin',
    prepare: lab => lab.write(INTERACTION_FILE, INTERACTION),
    order: call('tool.pin', { id: ID }),
    unlogged: true,
  },
  {
    name: 'tool.annotate',
    prepare: lab => lab.write(INTERACTION_FILE, INTERACTION),
    order: call('tool.annotate', { name: 'greet', id: ID, notes: 'the flaky one' }),
    unlogged: true,
  },
]
