import { call, done } from '../orders.ts'
import type { Write } from '../writes.ts'

const EVERYTHING = { clients: ['claude-code', 'codex', 'gemini'], hooks: true, git_hooks: true }

export const setupWrites: readonly Write[] = [
  { name: 'git.set_identity', order: call('git.set_identity', { name: 'Ann Example', email: 'ann@example.org' }) },
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
