import fs from 'node:fs'
import path from 'node:path'
import type { Lab } from '../lab.ts'

export const DONE = 'show-a-warning-before-the-session-ends'
export const PAUSED = 'refresh-tokens-in-src-auth-refresh-ts'
export const ACTIVE = 'sign-in-with-a-passkey'

/** A workspace in which a change was proven, another waits, and a third is checked against both. */
export async function makeChanges(lab: Lab): Promise<void> {
  // Those of a specification are better, where there is one.
  if (!fs.existsSync(path.join(lab.root, 'sdd/requirements.md')))
    lab.write(
      'sdd/requirements.md',
      '# Requirements\n\n## FR-001 Sign in\n\nA person signs in with a passkey or a password.\n',
    )
  await proven(lab)
  await paused(lab)
  await checked(lab)
}

async function proven(lab: Lab): Promise<void> {
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Show a warning before the session ends' })
  await lab.call('change.advance', { content: TEXT, title: 'What happens' })
  await lab.call('adr.record', {
    title: 'Warn two minutes before',
    context: 'People lost what they had typed.',
    decision: 'The page warns two minutes before the session ends.',
    rationale: 'Long enough to save, short enough not to be in the way.',
  })
  await lab.call('context.check', {})
  await lab.call('change.advance', { content: 'Nothing stands against it.' })
  await lab.call('change.advance', { content: '- [x] TASK-001 timer\n- [ ] TASK-002 message' })
  await lab.call('change.accept_command', { id: DONE, argv: ['echo "12 tests passed"'] })
  await lab.call('change.advance', { content: 'The warning is shown.' })
}

async function paused(lab: Lab): Promise<void> {
  const description = 'Refresh tokens in src/auth/refresh.ts'
  await lab.call('change.start', { type: 'refactor', size: 'medium', description })
  await lab.call('change.advance', { content: 'Touches src/auth/refresh.ts and FR-001.' })
  await lab.call('change.pause', { id: PAUSED })
}

async function checked(lab: Lab): Promise<void> {
  await lab.call('change.start', { type: 'feature', size: 'large', description: 'Sign in with a passkey' })
  await lab.call('change.advance', { content: 'A passkey replaces the password (FR-001), see src/auth/refresh.ts.' })
  await lab.call('context.check', {})
}

const TEXT = `## Today

The session ends **without a word**, and [the form](https://example.org/form) is lost.

| after | what happens |
| ----- | ------------ |
| 28 min | a warning |
| 30 min | the end |

\`\`\`ts
setTimeout(warn, 28 * 60_000)
\`\`\`

> Nobody reads a message that is gone. <img src=x onerror="document.title='broken'">
`
