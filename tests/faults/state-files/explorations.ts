import path from 'node:path'
import { callOnce as call, type Order } from '../orders.ts'
import type { StateFile } from '../state-files.ts'

const PREPARED: readonly Order[] = [
  call('exploration.start', { title: 'Single sign-on' }),
  call('exploration.task_create', { name: 'OAuth' }),
  call('exploration.note', { text: 'Which provider?', kind: 'question' }),
]

export const explorationFiles: readonly StateFile[] = [
  {
    name: '.sow/project/state.yaml',
    prepare: PREPARED,
    place: lab => path.join(lab.root, '.sow/project/state.yaml'),
    read: call('exploration.status', {}),
    write: call('exploration.task_create', { name: 'JWT' }),
    list: call('exploration.list', {}),
    wrong: ['- a\n- b\n', 'just text\n', '42\n', 'project: 1\n', 'project: {}\nproject: {}\n', 'phases: {}\n'],
    isYaml: true,
  },
  {
    name: '.sow/project/events.jsonl',
    prepare: PREPARED,
    place: lab => path.join(lab.root, '.sow/project/events.jsonl'),
    read: call('exploration.log', {}),
    write: call('exploration.task_create', { name: 'JWT' }),
    list: call('exploration.status', {}),
    wrong: ['[]\n', '{}\n', 'null\n', '"text"\n', '{"seq":1}\n'],
  },
]
