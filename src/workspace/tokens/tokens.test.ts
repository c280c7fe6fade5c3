import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { verifyToken } from './tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000

test('a token opens what it allows until it is revoked', async () => {
  await using lab = await openLab()
  const { token, name } = await lab.call('token.create', { name: 'ci', allow: ['trust', 'trust', 'grant'] })
  expect(verifyToken(lab.app.home, token)).toEqual({ name: 'ci', allow: ['trust', 'grant'] })
  await lab.call('token.revoke', { name })
  expect(verifyToken(lab.app.home, token)).toBeUndefined()
})

test('the token itself is kept nowhere', async () => {
  await using lab = await openLab()
  const { token } = await lab.call('token.create', { allow: ['trust'] })
  const kept = fs.readdirSync(lab.home, { recursive: true, encoding: 'utf8' }).map(file => path.join(lab.home, file))
  for (const file of kept.filter(place => fs.statSync(place).isFile()))
    expect(fs.readFileSync(file).includes(token)).toBe(false)
})

test('its file is for the person alone', async () => {
  await using lab = await openLab()
  await lab.call('token.create', { name: 'ci', allow: ['trust'] })
  expect(fs.statSync(path.join(lab.home, 'tokens/ci.json')).mode & 0o777).toBe(0o600)
  expect(fs.statSync(path.join(lab.home, 'tokens')).mode & 0o777).toBe(0o700)
})

test('a token ends after its days', async () => {
  let now = Date.UTC(2026, 0, 2)
  await using lab = await openLab({ clock: { now: () => now } })
  const { token, expires_at } = await lab.call('token.create', { name: 'ci', allow: ['trust'], days: 2 })
  expect(expires_at).toBe('2026-01-04T00:00:00.000Z')
  now += 2 * DAY_MS - 1
  expect(verifyToken(lab.app.home, token, now)).toBeDefined()
  now += 1
  expect(verifyToken(lab.app.home, token, now)).toBeUndefined()
  expect((await lab.call('token.list', {})).tokens).toMatchObject([{ name: 'ci', expired: true }])
})

test('tokens without a name are told apart by a number', async () => {
  await using lab = await openLab()
  const first = await lab.call('token.create', { allow: ['trust'] })
  const second = await lab.call('token.create', { allow: ['trust'] })
  expect([first.name, second.name]).toEqual(['script', 'script-2'])
})

test('a name is given once', async () => {
  await using lab = await openLab()
  await lab.call('token.create', { name: 'ci', allow: ['trust'] })
  const refusal = await lab.refusal('token.create', { name: 'ci', allow: ['trust'] })
  expect(refusal).toMatchObject({ code: 'conflict', fix: 'furrow token revoke ci' })
})

test.each([['token.create'], ['token'], ['revoke'], ['create']])('no token may be allowed %s', async word => {
  await using lab = await openLab()
  expect(await lab.refusal('token.create', { allow: [word] })).toMatchObject({ code: 'usage', target: 'allow' })
})

test('what it opens now is shown, and what opens nothing too', async () => {
  await using lab = await openLab()
  const made = await lab.call('token.create', { allow: ['trust.grant', 'later'] })
  expect(made).toMatchObject({ opens: ['trust.grant'], opens_nothing: ['later'] })
})

test('an agent can neither make nor end a token', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('token.create', { allow: ['trust'] }, agent)).toMatchObject({ code: 'needs_person' })
  expect(await lab.refusal('token.revoke', { name: 'ci' }, agent)).toMatchObject({ code: 'needs_person' })
})

test('a damaged record opens nothing, is shown with its path, and harms no other', async () => {
  await using lab = await openLab()
  const { token } = await lab.call('token.create', { name: 'good', allow: ['trust'] })
  const file = path.join(lab.home, 'tokens/bad.json')
  for (const text of ['', '{', 'null', '{"version":1}', '{"version":1,"name":"good"}']) {
    fs.writeFileSync(file, text)
    const { tokens } = await lab.call('token.list', {})
    expect(tokens[0]).toMatchObject({ name: 'bad', problem: expect.stringContaining(file) })
    expect(verifyToken(lab.app.home, token)).toMatchObject({ name: 'good' })
  }
})

test('a token that never was is nobody', async () => {
  await using lab = await openLab()
  expect(verifyToken(lab.app.home, '')).toBeUndefined()
  expect(verifyToken(lab.app.home, 'furrow_x')).toBeUndefined()
  expect(await lab.refusal('token.revoke', { name: 'ghost' })).toMatchObject({ code: 'not_found' })
})
