import type { FaultLab } from '../fault-lab.ts'
import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const KEY = { name: 'API_KEY', value: 'a long secret value' }

/** Sealed anew each time, so files are compared by their length: the same content is as long as before. */
export const secretsWrites: readonly Write[] = [
  {
    name: 'secrets.set makes the key',
    order: call('secrets.set', KEY),
    unlogged: true,
    inOrder: [/identity\.txt$/, /\.age$/],
  },
  {
    name: 'secrets.set',
    prepare: lab => done(lab, call('secrets.set', KEY, 'earlier')),
    order: call('secrets.set', { ...KEY, value: 'another secret value, and longer' }),
    unlogged: true,
  },
  {
    name: 'secrets.import',
    prepare: lab => done(lab, call('secrets.set', KEY, 'earlier')),
    order: call('secrets.import', { content: 'DATABASE_URL=postgres://localhost\nAPI_KEY=x\n', replace: true }),
    unlogged: true,
  },
  {
    name: 'secrets.remove',
    prepare: lab => done(lab, call('secrets.set', KEY, 'earlier')),
    order: call('secrets.remove', { name: KEY.name }),
    unlogged: true,
  },
  {
    name: 'secrets.grant',
    prepare: keyAndTool,
    order: call('secrets.grant', { name: KEY.name, tool: 'deploy' }),
  },
  {
    name: 'secrets.revoke',
    prepare: async lab => {
      await keyAndTool(lab)
      await done(lab, call('secrets.grant', { name: KEY.name, tool: 'deploy' }, 'granted'))
    },
    order: call('secrets.revoke', { name: KEY.name, tool: 'deploy' }),
  },
]

async function keyAndTool(lab: FaultLab): Promise<void> {
  lab.write('.sdlc/tools/deploy/tool.ts', 'export {}\n')
  await done(lab, call('secrets.set', KEY, 'earlier'))
}
