import fs from 'node:fs'
import path from 'node:path'
import type { FaultLab } from '../fault-lab.ts'
import type { Order } from '../orders.ts'
import type { StateFile } from '../state-files.ts'

const KEY = { name: 'API_KEY', value: 'a long secret value' }

export const secretsStateFiles: readonly StateFile[] = [
  {
    name: 'a sealed scope of secrets',
    prepare: [call('secrets.set', KEY), call('secrets.set', { ...KEY, scope: 'staging' })],
    place: lab => path.join(folderIn(lab), 'default.age'),
    write: call('secrets.set', { ...KEY, name: 'OTHER' }),
    list: call('secrets.list', {}),
    wrong: ['{}\n', 'age-encryption.org/v1\n', 'null\n'],
  },
  {
    name: 'the key to the secrets',
    prepare: [call('secrets.set', KEY)],
    place: lab => path.join(lab.home, 'secrets/identity.txt'),
    write: call('secrets.set', { ...KEY, name: 'OTHER' }),
    list: call('secrets.list', {}),
    wrong: ['AGE-SECRET-KEY-1\n', '{}\n', 'AGE-SECRET-KEY-1QQQQ\n'],
  },
]

function call(operation: string, input: unknown): Order {
  return { call: operation, input, id: `${operation}-${JSON.stringify(input).length}` }
}

function folderIn(lab: FaultLab): string {
  const folder = path.join(lab.home, 'secrets')
  const [name = ''] = fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap(each => (each.isDirectory() ? each.name : []))
  return path.join(folder, name)
}
