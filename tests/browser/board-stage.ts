import { INTERACTION, INTERACTION_FILE, INTERACTION_ID } from '../faults/writes/tools.ts'
import type { Lab } from '../lab.ts'

export const FEATURE = 'single-sign-on'

/** The pages of the board that look different from each other. */
export const BOARD_PAGES: Readonly<Record<string, string>> = {
  board: '/board',
  'board-questions': '/board?tab=escalations',
  feature: `/board/features/${FEATURE}?artifact=spec`,
  milestone: '/board/milestones/one-login',
}

/** Pages that look like one of those. */
export const ALIKE: Readonly<Record<string, string>> = {
  'board-feedback': '/board?tab=feedback',
  'board-milestones': '/board?tab=milestones',
  ponder: '/board/ponders/one-login',
  why: `/why?what=task:${FEATURE}/T1`,
  investigation: '/board/investigations/login-fails',
}

/** A feature in work with tasks in every state, and one of everything else. */
export async function makeBoard(lab: Lab): Promise<void> {
  await lab.call('feature.create', { title: 'Single sign-on', spec: SPEC, origin: 'thread:ask/one' })
  await lab.call('feature.create', {
    title: 'A feature with a title that is much too long for a card on a telephone, as people write them',
    depends_on: [FEATURE],
  })
  await lab.call('feature.approve', { id: FEATURE, artifact: 'spec' })
  await lab.call('feature.write', { id: FEATURE, artifact: 'design', content: 'A proxy in front.' })
  await lab.call('feature.reject', { id: FEATURE, artifact: 'design', reason: 'No word about signing out.' })
  await lab.call('feature.waive', { id: FEATURE, artifact: 'qa-plan', reason: 'The acceptance test is enough.' })
  await lab.call('feature.advance', { id: FEATURE })
  await lab.call('feature.use', { id: FEATURE })
  for (const title of ['Sign in through the proxy', 'Sign out everywhere', 'Ask the provider'])
    await lab.call('task.add', { title, labels: ['bug'], body: 'error TS2322: no', source: 'interaction:build/one' })
  await lab.call('task.complete', { id: FEATURE, task: 'T1' })
  await lab.call('task.block', { id: FEATURE, task: 'T2', reason: 'No test account' })
  await lab.call('escalation.raise', { title: 'Which provider?', context: 'Two are possible.' })
  await lab.call('feedback.add', { text: 'Everybody has four passwords' })
  await lab.call('feedback.add', { text: 'Signing out takes two clicks' })
  await lab.call('feedback.enrich', { id: 'f-001', text: 'Three people said so.' })
  await lab.call('feedback.promote', { id: 'f-001', to: 'ponder', title: 'One login' })
  await lab.call('ponder.capture', { id: 'one-login', name: 'providers', content: '- Keycloak\n- Dex\n' })
  await lab.call('investigation.create', { title: 'Login fails', context: 'error: no session' })
  await lab.call('investigation.write', { id: 'login-fails', content: 'Only at **night**.' })
  await lab.call('investigation.advance', { id: 'login-fails' })
  await lab.call('milestone.create', { title: 'One login', vision: 'One password for all.', features: [FEATURE] })
  await lab.call('milestone.acceptance', { id: 'one-login', content: '1. Sign in once\n2. Use all' })
  lab.write(INTERACTION_FILE, INTERACTION)
  await lab.call('milestone.uat', { id: 'one-login', deploy: `greet/${INTERACTION_ID}` })
  await lab.call('milestone.verdict', { id: 'one-login', verdict: 'failed', notes: 'It asked twice.' })
  await lab.call('milestone.uat', { id: 'one-login' })
}

const SPEC = `# Single sign-on

One login for all products.

| what | where |
| --- | --- |
| sign in | everywhere |
`
