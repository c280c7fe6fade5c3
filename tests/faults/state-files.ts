import fs from 'node:fs'
import path from 'node:path'
import type { FaultLab } from './fault-lab.ts'
import { callOnce as call, type Order } from './orders.ts'
import { askStateFiles } from './state-files/ask.ts'
import { boardFiles } from './state-files/board.ts'
import { explorationFiles } from './state-files/explorations.ts'
import { secretsStateFiles } from './state-files/secrets.ts'
import { toolsStateFiles } from './state-files/tools.ts'

/** A file that Furrow keeps state in, and what reads and writes it. A domain joins with a row. */
export interface StateFile {
  readonly name: string
  /** Done in order, so that the file and a sound neighbour are there. */
  readonly prepare: readonly Order[]
  place(lab: FaultLab): string
  /** Refused while the file is damaged, with its path and a fix; nothing when only writing needs it. */
  readonly read?: Order
  /** Refused as well, and changes no byte. */
  readonly write: Order
  /** Goes on with all that is sound, and says what is not. */
  readonly list: Order
  /** Texts of the right form that say nothing it can mean. */
  readonly wrong: readonly string[]
  /** Values that only their own key is wrong with: writing that key mends it. */
  readonly mistyped?: readonly string[]
  /** Where an end at a line may be the end of the file. */
  readonly isYaml?: true
}

const CHANGE = 'fix-the-login-page'
/** The first run by the clock and the dice of a lab. */
const RUN = '20260102-101500-007'

export const stateFiles: readonly StateFile[] = [
  {
    name: '.sdlc/config.yaml',
    prepare: [
      call('config.set', { key: 'project.name', value: 'shop' }),
      call('config.set', { key: 'runs.retention', value: '9' }),
    ],
    place: lab => path.join(lab.root, '.sdlc/config.yaml'),
    read: call('config.get', { key: 'project.name' }),
    write: call('config.set', { key: 'project.name', value: 'new' }),
    list: call('store.log', {}),
    wrong: ['- a\n- b\n', 'just text\n', '42\n', 'project:\n  name: a\n  name: b\n'],
    mistyped: ['project:\n  name: [1]\n', 'project:\n  name: 7\n'],
    isYaml: true,
  },
  {
    name: 'config.yaml of the person',
    prepare: [call('config.set_person', { key: 'runs.concurrency', value: '2' })],
    place: lab => path.join(lab.home, 'config.yaml'),
    read: call('config.get', { key: 'runs.concurrency' }),
    write: call('config.set_person', { key: 'runs.concurrency', value: '3' }),
    list: call('store.log', {}),
    wrong: ['- a\n', 'runs: 1\nruns: 2\n'],
    mistyped: ['runs:\n  concurrency: many\n', 'runs:\n  concurrency: -1\n'],
    isYaml: true,
  },
  {
    name: 'furrow-home.json',
    prepare: [call('config.set', { key: 'project.name', value: 'shop' })],
    place: lab => path.join(lab.root, '.git/furrow-home.json'),
    write: call('config.set', { key: 'project.name', value: 'new' }),
    list: call('config.list', {}),
    wrong: ['[]\n', '{}\n', '{"home":1,"host":2}\n', '{"home":"/a","home":"/b","host":"h"}\n', '"text"\n', 'null\n'],
  },
  {
    name: 'the list of what is trusted',
    prepare: [
      call('config.set', { key: 'project.name', value: 'shop' }),
      call('trust.status', {}),
      call('trust.grant', { follow: '.sdlc' }),
    ],
    place: lab => onlyFileIn(path.join(lab.home, 'trust')),
    read: call('trust.status', {}),
    write: call('trust.grant', { follow: '.sdlc' }),
    list: call('config.list', {}),
    wrong: ['[]\n', '{}\n', '{"schema_version":2,"pins":[],"follow":[]}\n', '{"pins":[],"pins":[]}\n', 'null\n'],
  },
  {
    name: 'change.json',
    prepare: [call('change.start', { type: 'fix', size: 'small', description: 'Fix the login page' })],
    place: lab => path.join(lab.root, `sdd/changes/${CHANGE}/change.json`),
    read: call('change.status', { change_id: CHANGE }),
    write: call('change.pause', { id: CHANGE }),
    list: call('change.list', {}),
    wrong: ['[]\n', '{}\n', '{"id":"x","id":"x"}\n', 'null\n'],
  },
  ...boardFiles,
  ...askStateFiles,
  ...explorationFiles,
  ...secretsStateFiles,
  ...toolsStateFiles,
  {
    name: 'sdd.json',
    prepare: [call('spec.init', { name: 'shop', description: 'Sells.' })],
    place: lab => path.join(lab.root, 'sdd/sdd.json'),
    read: call('spec.context', {}),
    write: call('spec.reopen', { stage: 'init', reason: 'again' }),
    list: call('workspace.status', {}),
    wrong: ['[]\n', '{}\n', '{"schema_version":2}\n', 'null\n'],
  },
  {
    name: 'the record of a run',
    prepare: [call('run.exec', { argv: ['true'] })],
    place: lab => path.join(lab.root, `.sdlc/.runs/${RUN}.json`),
    read: call('run.show', { id: RUN }),
    write: call('run.pin', { id: RUN }),
    list: call('run.list', {}),
    wrong: ['[]\n', '{}\n', '{"id":"x","id":"x"}\n', 'null\n'],
  },
]

function onlyFileIn(folder: string): string {
  const [name = ''] = fs.readdirSync(folder)
  return path.join(folder, name)
}
