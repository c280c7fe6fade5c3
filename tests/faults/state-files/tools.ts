import path from 'node:path'
import type { StateFile } from '../state-files.ts'
import { INTERACTION, INTERACTION_FILE, INTERACTION_ID } from '../writes/tools.ts'

const NEIGHBOUR = '20260101-091500-abc'

export const toolsStateFiles: readonly StateFile[] = [
  {
    name: 'an interaction of a tool',
    prepare: [
      {
        steps: [
          { write: INTERACTION_FILE, text: INTERACTION },
          {
            write: INTERACTION_FILE.replace(INTERACTION_ID, NEIGHBOUR),
            text: INTERACTION.replace(INTERACTION_ID, NEIGHBOUR),
          },
        ],
        id: 'recorded',
      },
    ],
    place: lab => path.join(lab.root, INTERACTION_FILE),
    read: { call: 'tool.interaction', input: { name: 'greet', id: INTERACTION_ID }, id: 'read' },
    write: { call: 'tool.pin', input: { id: INTERACTION_ID }, id: 'write' },
    list: { call: 'tool.interactions', input: { name: 'greet' }, id: 'list' },
    wrong: ['- a\n', 'just text\n', '42\n', 'id: a\nid: b\n', '{}\n'],
    isYaml: true,
  },
  {
    name: 'what Furrow wrote among the tools',
    prepare: [{ call: 'tool.create', input: { name: 'mine' }, id: 'made' }],
    place: lab => path.join(lab.root, '.sdlc/tools/.furrow-shipped.json'),
    write: { call: 'tool.update', input: {}, id: 'write' },
    list: { call: 'tool.list', input: {}, id: 'list' },
    wrong: ['[]\n', '"text"\n', '42\n', '{"files": [1]}\n', '{"files": {"a": 1}}\n', '{}\n'],
  },
]
