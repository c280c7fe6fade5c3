import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { provider } from '../../../tests/support/vector-provider.ts'

async function choose(lab: Lab, settings: Record<string, string>) {
  for (const [key, value] of Object.entries(settings)) await lab.call('config.set_person', { key, value } as never)
}

const find = (lab: Lab, question: string) => lab.call('ask.search', { question })
const pointer = (lab: Lab) => lab.read('.sdlc/tools/ama/index/current').trim()

test('what the code itself teaches counts beside the words, until it is turned off', async () => {
  await using lab = await openLab()
  const topics = ['walrus tusk ice', 'tram ticket station', 'flour oven bread', 'verse rhyme poem']
  for (let n = 0; n < 60; n += 1) lab.write(`texts/${n}.txt`, `${topics[n % 4]} number${n}`)
  lab.write('a/first.txt', 'harbour beside the oven, with bread')
  lab.write('b/second.txt', 'harbour beside the station, with a ticket')
  expect((await find(lab, 'harbour tram')).sources.map(({ path }) => path).slice(0, 2)).toContain('b/second.txt')
  expect(await lab.call('ask.status', {})).toMatchObject({ vectors: { maker: 'statistical', made: 62 } })
  const learned = (await find(lab, 'harbour tram')).sources.find(({ path }) => path === 'b/second.txt')?.score ?? 0
  const before = pointer(lab)
  await choose(lab, { 'ask.vectors': 'off' })
  const plain = (await find(lab, 'harbour tram')).sources.find(({ path }) => path === 'b/second.txt')?.score ?? 0
  expect(learned).toBeGreaterThan(plain)
  expect(await lab.call('ask.status', {})).toMatchObject({ vectors: { maker: 'off', made: 0 } })
  expect(Number(pointer(lab))).toBeGreaterThan(Number(before))
}, 60_000)

test('a provider finds what shares no word with the question; another model makes the index anew', async () => {
  using server = await provider()
  await using lab = await openLab()
  lab.write('zoo.md', 'The walrus sleeps at noon.\n')
  lab.write('trams.md', 'Line 3 ends at the harbour.\n')
  expect((await find(lab, 'pinniped')).sources).toEqual([])
  await choose(lab, { 'ask.vectors': 'ollama', 'ask.vectors_url': server.url, 'ask.vectors_model': 'm' })
  expect((await find(lab, 'pinniped')).sources[0]).toMatchObject({ path: 'zoo.md', why: 'near in meaning' })
  expect((await find(lab, 'harbour')).sources[0]).toMatchObject({ path: 'trams.md', why: 'text: harbour' })
  const before = pointer(lab)
  lab.write('seal.md', 'Another walrus.\n')
  expect((await find(lab, 'pinniped')).sources.map(({ path }) => path)).toContain('seal.md')
  expect(pointer(lab)).toBe(before)
  await choose(lab, { 'ask.vectors_model': 'other' })
  await find(lab, 'pinniped')
  expect(pointer(lab)).not.toBe(before)
}, 60_000)

test('a provider that cannot be reached costs a notice, and words still find', async () => {
  await using lab = await openLab()
  lab.write('zoo.md', 'The walrus sleeps at noon.\n')
  await choose(lab, { 'ask.vectors': 'openai', 'ask.vectors_url': 'http://127.0.0.1:9', 'ask.vectors_model': 'm' })
  const found = await find(lab, 'walrus')
  expect(found).toMatchObject({
    sources: [{ path: 'zoo.md' }],
    notice: expect.stringContaining('Found by words alone'),
  })
})

test('a provider without an address is refused with the command that sets it; a repository cannot name one', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'ask:\n  vectors: ollama\n  vectors_url: http://127.0.0.1:9\n')
  expect(await lab.call('ask.status', {})).toMatchObject({ vectors: { maker: 'statistical' } })
  await choose(lab, { 'ask.vectors': 'ollama' })
  expect(await lab.refusal('ask.search', { question: 'walrus' })).toMatchObject({
    code: 'usage',
    target: 'ask.vectors_url',
    fix: expect.stringContaining('furrow config set-person ask.vectors_url'),
  })
})
