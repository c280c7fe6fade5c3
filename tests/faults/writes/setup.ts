import type { FaultLab } from '../fault-lab.ts'
import type { Order } from '../orders.ts'
import type { Write } from '../writes.ts'

const EVERYTHING = { clients: ['claude-code', 'codex', 'gemini'], hooks: true, git_hooks: true }

export const setupWrites: readonly Write[] = [
  {
    name: 'workspace.init beside what a person has',
    prepare: lab => {
      lab.write('CLAUDE.md', '# Ours\n')
      lab.write('.gemini/settings.json', '{\n  // dark\n  "theme": "x",\n}\n')
    },
    order: call('workspace.init', EVERYTHING),
  },
  {
    name: 'workspace.init --uninstall of hooks and git hooks',
    prepare: lab => done(lab, call('workspace.init', EVERYTHING, 'earlier')),
    order: call('workspace.init', { uninstall: true }),
  },
]

function call(operation: string, input: unknown, id = 'op'): Order {
  return { call: operation, input, id }
}

async function done(lab: FaultLab, order: Order): Promise<void> {
  const reply = await lab.perform(order)
  if (!reply.ok) throw new Error(`could not prepare: ${JSON.stringify(reply)}`)
}
