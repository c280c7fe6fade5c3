import fs from 'node:fs'
import path from 'node:path'
import type { FaultLab } from '../fault-lab.ts'
import { callOnce as call } from '../orders.ts'
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
  {
    name: 'the list of what is granted',
    prepare: [call('secrets.set', KEY), call('workspace.init', {})],
    place: lab => grantedIn(lab),
    write: call('secrets.grant', { name: KEY.name, tool: 'deploy' }),
    list: call('secrets.list', {}),
    wrong: ['[]\n', '{}\n', '{"schema_version":2,"repository":"x","grants":[]}\n', 'null\n'],
  },
]

/** Written as the grant does it. */
function grantedIn(lab: FaultLab): string {
  lab.write('.sdlc/tools/deploy/tool.ts', 'export {}\n')
  const file = path.join(folderIn(lab), 'grants.json')
  const by = { kind: 'person', id: 'person', door: 'cli' }
  const grant = { secret: KEY.name, tool: 'deploy', hash: 'a'.repeat(64), at: '2026-01-02T00:00:00.000Z', by }
  const grants = { schema_version: 1, repository: lab.root, grants: [grant, { ...grant, tool: 'other' }] }
  fs.writeFileSync(file, `${JSON.stringify(grants, null, 2)}\n`, { mode: 0o600 })
  return file
}

function folderIn(lab: FaultLab): string {
  const folder = path.join(lab.home, 'secrets')
  const [name = ''] = fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap(each => (each.isDirectory() ? each.name : []))
  return path.join(folder, name)
}
