import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'
import { provider } from '../../../tests/support/vector-provider.ts'

async function choose(lab: Lab, settings: Record<string, string>) {
  for (const [key, value] of Object.entries(settings)) await lab.call('config.set_person', { key, value } as never)
}

async function titles(lab: Lab, query: string) {
  return (await lab.call('memory.search', { query })).hits.map(({ title }) => title)
}

test('vectors are off until the person’s config names a provider; a repository cannot', async () => {
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Zoo', content: 'The walrus sleeps.' })
  expect(await lab.call('memory.vectors', {})).toEqual({ provider: 'off', records: 1, made: 0, lacking: 1 })
  lab.write('.sdlc/config.yaml', 'memory:\n  vectors: ollama\n  vectors_url: http://127.0.0.1:9\n')
  expect(await lab.call('memory.search', { query: 'walrus' })).toMatchObject({ notices: [], hits: [{ title: 'Zoo' }] })
})

test('what shares no word with the question is found by its meaning, and words still come first', async () => {
  const { url, close } = await provider()
  await using lab = await openLab()
  await lab.call('memory.save', { title: 'Zoo', content: 'The walrus sleeps at noon.' })
  await lab.call('memory.save', { title: 'Trams', content: 'Line 3 ends at the harbour.', session_id: 'other' })
  expect(await titles(lab, 'pinniped')).toEqual([])
  await choose(lab, { 'memory.vectors': 'ollama', 'memory.vectors_url': url, 'memory.vectors_model': 'm' })
  expect(await lab.call('memory.vectors', {})).toMatchObject({ maker: 'ollama m', made: 2, lacking: 0 })
  expect(await lab.call('memory.vectors', {})).toMatchObject({ made: 0, lacking: 0 })
  expect((await titles(lab, 'pinniped'))[0]).toBe('Zoo')
  expect((await titles(lab, 'harbour of the pinniped'))[0]).toBe('Trams')
  close()
})

test('a provider that cannot be reached costs nothing but a notice, and no save', async () => {
  await using lab = await openLab()
  const config = { 'memory.vectors': 'openai', 'memory.vectors_url': 'http://127.0.0.1:9', 'memory.vectors_model': 'm' }
  await choose(lab, config)
  await lab.call('memory.save', { title: 'Zoo', content: 'The walrus sleeps.' }, agent)
  const found = await lab.call('memory.search', { query: 'walrus' })
  expect(found).toMatchObject({ hits: [{ title: 'Zoo' }], notices: [expect.stringContaining('Found by words alone')] })
  expect(await lab.refusal('memory.vectors', {})).toMatchObject({ code: 'io_error', target: expect.any(String) })
})

test('a long-lived process makes the vector of what was just saved, and one whose text changed makes it anew', async () => {
  const { url, close } = await provider()
  await using lab = await openLab()
  await choose(lab, { 'memory.vectors': 'ollama', 'memory.vectors_url': url, 'memory.vectors_model': 'm' })
  await lab.call('memory.save', { title: 'Zoo', content: 'The walrus sleeps.' }, agent)
  await expect.poll(() => titles(lab, 'pinniped')).toEqual(['Zoo'])
  await lab.call('memory.update', { id: 1, content: 'Something else entirely.' }, agent)
  await expect.poll(async () => (await lab.call('memory.vectors', {})).lacking).toBe(0)
  close()
})

test('vectors of the records themselves are no longer made: the old setting means off, and says so', async () => {
  await using lab = await openLab()
  const removed = expect.stringContaining('found no more than words do')
  expect(await lab.refusal('config.set_person', { key: 'memory.vectors', value: 'statistical' })).toMatchObject({
    code: 'usage',
    message: removed,
  })
  fs.mkdirSync(lab.home, { recursive: true })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), 'schema_version: 1\nmemory:\n  vectors: statistical\n')
  await lab.call('memory.save', { title: 'Zoo', content: 'The walrus sleeps.' })
  expect(await lab.call('memory.search', { query: 'walrus' })).toMatchObject({ notices: [], hits: [{ title: 'Zoo' }] })
  expect(await lab.call('memory.vectors', {})).toMatchObject({ provider: 'off' })
  expect((await lab.call('config.list', {})).warnings).toEqual([removed])
})

test('a provider of which half is missing is named with what to set', async () => {
  await using lab = await openLab()
  await choose(lab, { 'memory.vectors': 'ollama' })
  expect(await lab.refusal('memory.vectors', {})).toMatchObject({
    code: 'usage',
    target: 'memory.vectors_url',
    fix: 'furrow config set-person memory.vectors_url http://127.0.0.1:11434',
  })
  expect(await lab.call('memory.save', { title: 'a', content: 'b' })).toMatchObject({ action: 'created' })
})
