import { expect, test } from 'vitest'
import { shell } from '../../operation/shell.ts'
import { type Client, inOrder, stateOf } from './client-state.ts'

const client = (more: Partial<Client>): Client => ({
  id: 'zed',
  title: 'Zed',
  detected: false,
  set_up: false,
  connected: [],
  registrations: [],
  context: 'AGENTS.md',
  skills: '.agents/skills',
  commands: [],
  command: shell`furrow init --clients zed`,
  afterwards: '',
  proven: 'by format',
  ...more,
})

const registered = (state: 'ours' | 'another' | 'damaged') =>
  client({ set_up: true, registrations: [{ path: '.zed/settings.json', scope: 'project', state, text: '' }] })

test('what works now comes before what is wrong, and that before what could be', () => {
  const connected = client({ set_up: true, connected: [{ client: 'Zed', since: '2026-01-02T10:00:00Z' }] })
  const all = [client({}), client({ detected: true }), registered('ours'), registered('damaged'), connected]
  expect(inOrder(all).map(each => stateOf(each).text)).toEqual(['connected', 'damaged file', 'set up', 'used here', ''])
})

test('a registration that starts another install is not called set up', () => {
  expect(stateOf(registered('another'))).toMatchObject({ tone: 'amber', text: 'not this install' })
})
