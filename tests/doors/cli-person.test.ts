import { expect, test } from 'vitest'
import type { Failure } from '../../src/operation/errors.ts'
import { openLab } from '../lab.ts'
import { answering, runCli, runTty } from '../support/cli.ts'

// Who is calling, with the built bin and real operations.
const GATES = 'gates:\n  - name: unit\n    command: npm test\n'
const errorIn = (stdout: string) => (JSON.parse(stdout) as { error?: Failure }).error

test('a script is refused what only a person may do, with the command and the request that waits', async () => {
  await using lab = await openLab()
  const { code, stdout } = await runCli(lab, ['token', 'create', 'ci', '--allow', 'trust', '--yes', '--json'])
  expect(code).toBe(8)
  expect(errorIn(stdout)).toMatchObject({
    code: 'needs_person',
    fix: 'furrow token create ci --allow trust',
    details: { request: expect.any(String) },
  })
})

test('a person at a terminal makes a token, and a script with it does what it allows and no more', async () => {
  await using lab = await openLab()
  const made = await runTty(lab, ['token', 'create', 'ci', '--allow', 'trust', '--json'])
  const { token } = JSON.parse(made.stdout) as { token: string }
  const env = { FURROW_TOKEN: token }
  lab.write('.sdlc/config.yaml', GATES)
  const trusted = await runCli(lab, ['trust'], { env })
  expect(trusted).toMatchObject({ code: 0, stderr: expect.stringContaining('npm test') })
  expect(await runCli(lab, ['token', 'revoke', 'ci'], { env })).toMatchObject({ code: 8 })
  expect(await runCli(lab, ['log', '--json'], { env })).toMatchObject({ stdout: expect.stringContaining('token:ci') })
})

test('an agent that inherited the token is still an agent', async () => {
  await using lab = await openLab()
  const { token } = await lab.call('token.create', { allow: ['trust'] })
  const { code, stderr } = await runCli(lab, ['trust'], { env: { FURROW_TOKEN: token, CLAUDECODE: '1' } })
  expect(code).toBe(8)
  expect(stderr).toContain('claude-code is an agent')
})

test('a token that is revoked or guessed is said so instead of ignored', async () => {
  await using lab = await openLab()
  const { token, name } = await lab.call('token.create', { allow: ['trust'] })
  await lab.call('token.revoke', { name })
  for (const given of [token, 'furrow_guess']) {
    const { code, stdout } = await runCli(lab, ['status', '--json'], { env: { FURROW_TOKEN: given } })
    expect(errorIn(stdout)).toMatchObject({ code: 'unauthenticated', fix: 'furrow token list' })
    expect(code).toBe(8)
  }
})

test('a person is shown what trust would mean before it is asked for', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', GATES)
  const no = await runTty(lab, ['trust'], { watch: answering(['Go on?', 'n']) })
  expect(no.code).toBe(1)
  expect(no.stdout.indexOf('npm test')).toBeGreaterThanOrEqual(0)
  expect(no.stdout.indexOf('npm test')).toBeLessThan(no.stdout.indexOf('Go on?'))
  const yes = await runTty(lab, ['trust'], { watch: answering(['Go on?', 'y']) })
  expect(yes.code).toBe(0)
})
