import { expect, test } from 'vitest'
import { shell } from '../../shared/shell/shell.ts'
import { type ClientDetail, clientStateOf, clientsInOrder } from './client-state.ts'

const client = (more: Partial<ClientDetail>): ClientDetail => ({
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
  expect(clientsInOrder(all).map(each => clientStateOf(each).text)).toEqual([
    'connected',
    'damaged file',
    'set up',
    'used here',
    '',
  ])
})

test('a registration that starts another install is not called set up', () => {
  expect(clientStateOf(registered('another'))).toMatchObject({ tone: 'amber', text: 'points to another Furrow' })
})
