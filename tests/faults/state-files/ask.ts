import path from 'node:path'
import type { StateFile } from '../state-files.ts'
import { THREAD, THREAD_FILE, THREAD_ID } from '../writes/ask.ts'

const NEIGHBOUR = '20260101-091500-abc'

export const askStateFiles: readonly StateFile[] = [
  {
    name: 'a thread',
    prepare: [
      {
        steps: [
          { write: THREAD_FILE, text: THREAD },
          { write: THREAD_FILE.replace(THREAD_ID, NEIGHBOUR), text: THREAD.replace(THREAD_ID, NEIGHBOUR) },
        ],
        id: 'recorded',
      },
    ],
    place: lab => path.join(lab.root, THREAD_FILE),
    read: { call: 'thread.show', input: { id: THREAD_ID }, id: 'read' },
    write: { call: 'thread.update', input: { id: THREAD_ID, title: 'Cookies' }, id: 'write' },
    list: { call: 'thread.list', input: {}, id: 'list' },
    wrong: ['- a\n', 'just text\n', '42\n', 'id: a\nid: b\n', '{}\n'],
    isYaml: true,
  },
]
