import { expect, test } from 'vitest'
import { agent, openLab, person } from '../../../tests/lab.ts'

const wish = { name: 'ci', allow: ['trust'] }

test('what an agent may not do waits for a person, once however often it asks', async () => {
  await using lab = await openLab()
  const first = await lab.refusal('token.create', wish, agent)
  const second = await lab.refusal('token.create', wish, agent)
  expect(first.code).toBe('needs_person')
  expect(second.details).toEqual(first.details)
  const { requests } = await lab.call('request.list', { status: 'pending' }, agent)
  expect(requests).toEqual([
    expect.objectContaining({
      id: first.details?.['request'],
      operation: 'token.create',
      input: wish,
      status: 'pending',
    }),
  ])
})

test('a confirmed request is done as the person, with the input that was asked for', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('token.create', wish, agent)
  const id = String(details?.['request'])
  const confirmed = await lab.call('request.confirm', { id }, person)
  expect(confirmed).toMatchObject({ status: 'confirmed', result: { name: 'ci', allow: ['trust'] } })
  expect((await lab.call('token.list', {})).tokens.map(({ name }) => name)).toEqual(['ci'])
})

test('a request ends when a person does the same in another way', async () => {
  await using lab = await openLab()
  await lab.refusal('token.create', wish, agent)
  await lab.refusal('token.create', { ...wish, name: 'other' }, agent)
  await lab.call('token.create', wish, person)
  const { requests } = await lab.call('request.list', {}, person)
  expect(requests.map(({ input, status }) => [(input as { name: string }).name, status]).sort()).toEqual([
    ['ci', 'confirmed'],
    ['other', 'pending'],
  ])
})

test('a person reads what a request is about as it is now, and what came of it, in words', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('trust.grant', {}, agent)
  const id = String(details?.['request'])
  const { about } = await lab.call('request.show', { id }, person)
  const now = await lab.app.call('trust.status', {}, { actor: person })
  expect(about).toBe(now.ok && now.text())
  const { text } = await lab.call('request.confirm', { id }, person)
  expect(text).toBe('Nothing here asks to be executed.')
  expect(await lab.call('request.show', { id })).not.toHaveProperty('about')
})

test('what a request is about may be gone; the request is shown all the same', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('artifact.approve', { path: 'gone.md' }, agent)
  const { about } = await lab.call('request.show', { id: String(details?.['request']) })
  expect(about).toMatch(/^It cannot be shown: /)
})

test('what the operation answered is not kept where an agent could read it', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('token.create', wish, agent)
  const id = String(details?.['request'])
  const { result } = await lab.call('request.confirm', { id }, person)
  const shown = JSON.stringify(await lab.call('request.show', { id }, agent))
  expect(shown).not.toContain((result as { token: string }).token)
})

test('of two people who confirm at once one wins', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('token.create', { allow: ['trust'] }, agent)
  const id = String(details?.['request'])
  const outcomes = await Promise.all([1, 2, 3].map(() => lab.app.call('request.confirm', { id }, { actor: person })))
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
  expect(outcomes.flatMap(outcome => (outcome.ok ? [] : [outcome.error.code]))).toEqual(['conflict', 'conflict'])
  expect((await lab.call('token.list', {})).tokens).toHaveLength(1)
})

test('a request whose operation is refused stays open and says why', async () => {
  await using lab = await openLab()
  await lab.call('token.create', wish)
  const { details } = await lab.refusal('token.create', wish, agent)
  const id = String(details?.['request'])
  expect(await lab.refusal('request.confirm', { id })).toMatchObject({ code: 'conflict', target: 'ci' })
  expect(await lab.call('request.show', { id })).toMatchObject({ status: 'pending' })
})

test('a dismissed request can no longer be confirmed', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('token.create', wish, agent)
  const id = String(details?.['request'])
  await lab.call('request.dismiss', { id })
  expect(await lab.refusal('request.confirm', { id })).toMatchObject({
    code: 'conflict',
    details: { status: 'dismissed' },
  })
  expect((await lab.call('token.list', {})).tokens).toEqual([])
})

test('an agent cannot confirm, and asking to confirm makes no further request', async () => {
  await using lab = await openLab()
  const { details } = await lab.refusal('token.create', wish, agent)
  const id = String(details?.['request'])
  expect(await lab.refusal('request.confirm', { id }, agent)).toMatchObject({ code: 'needs_person' })
  expect((await lab.call('request.list', {}, agent)).requests).toHaveLength(1)
})

test('many wishes in one second all get an id of their own', async () => {
  await using lab = await openLab({ clock: { now: () => 1_800_000_000_000 } })
  const ids = new Set<unknown>()
  for (let number = 0; number < 600; number += 1) {
    const { details } = await lab.refusal('token.create', { name: `t${number}`, allow: ['trust'] }, agent)
    ids.add(details?.['request'])
  }
  expect(ids.size).toBe(600)
})
