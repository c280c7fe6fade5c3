import path from 'node:path'
import { callOnce as call } from '../orders.ts'
import type { StateFile } from '../state-files.ts'

const WRONG = ['- a\n- b\n', 'just text\n', '42\n', '{}\n', 'title: a\ntitle: b\n']

export const boardFiles: readonly StateFile[] = [
  file({
    file: 'features/single-sign-on/manifest.yaml',
    prepare: [
      call('feature.create', { title: 'Single sign-on' }),
      call('feature.create', { title: 'Another' }),
      call('task.add', { id: 'single-sign-on', title: 'Sign out' }),
    ],
    read: call('feature.show', { id: 'single-sign-on' }),
    write: call('task.start', { id: 'single-sign-on', task: 'T1' }),
    list: call('feature.list', {}),
  }),
  file({
    file: 'ponders/one-login/manifest.yaml',
    prepare: [call('ponder.create', { title: 'One login' }), call('ponder.create', { title: 'Another' })],
    read: call('ponder.show', { id: 'one-login' }),
    write: call('ponder.move', { id: 'one-login', status: 'converging' }),
    list: call('ponder.list', {}),
  }),
  file({
    file: 'investigations/login-fails/manifest.yaml',
    prepare: [call('investigation.create', { title: 'Login fails' })],
    read: call('investigation.show', { id: 'login-fails' }),
    write: call('investigation.write', { id: 'login-fails', content: 'At night.' }),
    list: call('investigation.list', {}),
  }),
  file({
    file: 'feedback/f-001.yaml',
    prepare: [call('feedback.add', { text: 'Two clicks.' }), call('feedback.add', { text: 'Three clicks.' })],
    write: call('feedback.enrich', { id: 'f-001', text: 'More.' }),
    list: call('feedback.list', {}),
  }),
  file({
    file: 'milestones/one-login/manifest.yaml',
    prepare: [call('milestone.create', { title: 'One login' }), call('milestone.create', { title: 'Another' })],
    read: call('milestone.show', { id: 'one-login' }),
    write: call('milestone.acceptance', { id: 'one-login', content: 'Sign in.' }),
    list: call('milestone.list', {}),
  }),
  file({
    file: 'milestones/one-login/uat-runs/uat-001.yaml',
    prepare: [
      call('milestone.create', { title: 'One login' }),
      call('milestone.acceptance', { id: 'one-login', content: 'Sign in.' }),
      call('milestone.uat', { id: 'one-login' }),
    ],
    write: call('milestone.verdict', { id: 'one-login', verdict: 'pass' }),
    list: call('milestone.show', { id: 'one-login' }),
  }),
  file({
    file: 'escalations/e-001.yaml',
    prepare: [call('escalation.raise', { title: 'Which?' }), call('escalation.raise', { title: 'When?' })],
    read: call('escalation.show', { id: 'e-001' }),
    write: call('escalation.resolve', { id: 'e-001', resolution: 'The first.' }),
    list: call('escalation.list', {}),
  }),
]

function file({ file: name, ...row }: Omit<StateFile, 'name' | 'place' | 'wrong'> & { file: string }): StateFile {
  return {
    name: `.sdlc/${name}`,
    place: lab => path.join(lab.root, '.sdlc', name),
    wrong: WRONG,
    isYaml: true,
    ...row,
  }
}
