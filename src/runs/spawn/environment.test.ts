import fc from 'fast-check'
import { expect, test } from 'vitest'
import { environmentOf } from './environment.ts'

const PARENT = {
  PATH: '/usr/bin',
  HOME: '/home/me',
  LANG: 'de_DE.UTF-8',
  TZ: 'Europe/Berlin',
  TMPDIR: '/var/tmp',
  TERM: 'xterm',
  LD_PRELOAD: '/tmp/evil.so',
  NODE_OPTIONS: '--inspect',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  AWS_SECRET_ACCESS_KEY: 'of the server',
  FURROW_TOKEN: 'of the person',
  FURROW_RUN_ID: 'of an outer run',
}

test('a child gets the allow-list, the root, its run and nothing else', () => {
  expect(environmentOf({ parent: PARENT, runId: 'run-1', root: '/work' })).toEqual({
    PATH: '/usr/bin',
    HOME: '/home/me',
    LANG: 'de_DE.UTF-8',
    TZ: 'Europe/Berlin',
    TMPDIR: '/var/tmp',
    SDLC_ROOT: '/work',
    FURROW_RUN_ID: 'run-1',
  })
})

test('what the parent lacks is left out, except a PATH to find programs with', () => {
  expect(environmentOf({ parent: {}, runId: 'run-1', root: '/work' })).toEqual({
    PATH: '/usr/local/bin:/usr/bin:/bin',
    SDLC_ROOT: '/work',
    FURROW_RUN_ID: 'run-1',
  })
})

test('certificates go only to children that use the network', () => {
  const asked = { parent: PARENT, runId: 'run-1', root: '/work' }
  expect(environmentOf(asked)).not.toHaveProperty('NODE_EXTRA_CA_CERTS')
  expect(environmentOf({ ...asked, network: true })).toHaveProperty('NODE_EXTRA_CA_CERTS', '/etc/ca.pem')
})

test('granted secrets and our own values are added', () => {
  const env = environmentOf({
    parent: PARENT,
    runId: 'run-1',
    root: '/work',
    own: { FURROW_URL: 'http://127.0.0.1:4747' },
    secrets: [{ name: 'RENDER_API_KEY', value: 'rnd_1' }],
  })
  expect(env).toMatchObject({ RENDER_API_KEY: 'rnd_1', FURROW_URL: 'http://127.0.0.1:4747' })
})

test.each([
  ...['PATH', 'LD_PRELOAD', 'FURROW_RUN_ID', 'SDLC_ROOT', 'NODE_OPTIONS', 'BASH_ENV', 'DYLD_INSERT_LIBRARIES'],
  ...['GLIBC_TUNABLES', 'GCONV_PATH', 'LOCPATH', 'MALLOC_CHECK_'],
])('a secret cannot take the name %s', name => {
  const asked = { parent: PARENT, runId: 'run-1', root: '/work', secrets: [{ name, value: 'x' }] }
  expect(() => environmentOf(asked)).toThrow(expect.objectContaining({ code: 'usage', target: name }))
})

test.each([
  ['1ST', 'x'],
  ['A-B', 'x'],
  ['', 'x'],
  ['A=B', 'x'],
  ['FINE', 'nul\0byte'],
])('a variable %j that the system does not take is refused', (name, value) => {
  const asked = { parent: PARENT, runId: 'run-1', root: '/work', secrets: [{ name, value }] }
  expect(() => environmentOf(asked)).toThrow(expect.objectContaining({ code: 'usage' }))
})

test('property: no name outside the allow-list ever comes from the parent', () => {
  const names = fc.stringMatching(/^[A-Z_]{1,12}$/)
  fc.assert(
    fc.property(fc.dictionary(names, fc.string()), parent => {
      const allowed = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'SDLC_ROOT', 'FURROW_RUN_ID']
      const env = environmentOf({ parent, runId: 'run-1', root: '/work' })
      expect(Object.keys(env).filter(name => !allowed.includes(name))).toEqual([])
    }),
  )
})
