import { expect, test } from 'vitest'
import { type Lab, openLab } from '../lab.ts'
import { type Served, serveBuilt } from '../support/serve.ts'

const PATIENCE = { timeout: 120_000, interval: 5 }

test('a server answers everybody else while it reads a large codebase, and the question then follows by itself', async () => {
  await using lab = await withFiles(450)
  await using server = await serveBuilt(lab)
  const { thread_id: id, ...asked } = await ask(server, 'Where is the walrus fed?')
  expect(asked).toMatchObject({ status: 'searching', sources: [], instructions: expect.stringContaining(id) })
  let answers = 0
  let seen: string[] = []
  while ((await turnOf(server, id)).status === 'searching') {
    expect((await fetch(`${server.address}/healthz`)).ok).toBe(true)
    const { state, progress } = await get<Status>(server, '/api/ask/status')
    seen = [...new Set([...seen, progress === undefined ? state : `${state} ${progress.done}/${progress.total}`])]
    answers += 1
  }
  // Three batches are read; a thread that reads itself would hear somebody only in between.
  expect(answers).toBeGreaterThan(20)
  expect(seen).toContainEqual(expect.stringMatching(/^building \d+\/453$/))
  expect(await turnOf(server, id)).toMatchObject({
    status: 'answered',
    way: 'extract',
    sources: [{ path: 'src/walrus.ts', excerpt: expect.stringContaining('feedWalrus') }],
  })
}, 240_000)

test('what the thread of a server finds, in the code and in memory, is what a process finds by itself', async () => {
  await using lab = await withFiles(3)
  for (const title of ['Walrus feeding', 'Tram times'])
    await lab.call('memory.save', { title, content: `All about it: ${title}.`, type: 'decision' })
  await using server = await serveBuilt(lab)
  const code = await get(server, '/api/ask/search?question=feedWalrus')
  expect(code).toEqual(await lab.call('ask.search', { question: 'feedWalrus' }))
  expect(code).toMatchObject({ sources: [{ path: 'src/walrus.ts' }] })
  const notes = await get(server, '/api/memory/search?query=walrus')
  expect(notes).toEqual(await lab.call('memory.search', { query: 'walrus' }))
  expect(notes).toMatchObject({ hits: [{ title: 'Walrus feeding' }, {}] })
})

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a server that gets %s while it reads for the first time loses no question, and the next one is answered',
  async signal => {
    await using lab = await withFiles(250)
    let id: string
    {
      await using server = await serveBuilt(lab)
      id = (await ask(server, 'Where is the walrus fed?')).thread_id
      await expect.poll(() => get<Status>(server, '/api/ask/status'), PATIENCE).toMatchObject({ state: 'building' })
      process.kill(server.pid, signal)
      await server.over
    }
    expect((await lab.call('thread.show', { id })).turns).toMatchObject([
      { status: 'failed', question: 'Where is the walrus fed?', problem: expect.stringContaining('Ask again') },
    ])
    const again = await lab.call('ask.answer', { question: 'Where is the walrus fed?', thread_id: id, way: 'extract' })
    expect(again).toMatchObject({ status: 'answered', sources: [{ path: 'src/walrus.ts' }] })
  },
  240_000,
)

test('a browser that is closed while its question is searched takes nothing back', async () => {
  await using lab = await withFiles(150)
  await lab.call('ask.search', { question: 'walrus' })
  await using server = await serveBuilt(lab)
  // Everything is to be read again, a few files at a time, before the question can be answered.
  for (let n = 0; n < 150; n += 1) lab.write(`src/f${n}.ts`, plain(n + 1))
  const browser = new AbortController()
  const asking = post(server, 'Where is the walrus fed?', browser.signal).catch(() => undefined)
  const threads = async () => (await lab.call('thread.list', {})).threads
  await expect.poll(threads, PATIENCE).toHaveLength(1)
  browser.abort()
  await asking
  const [thread] = await threads()
  const turn = () => turnOf(server, thread?.id ?? '')
  await expect.poll(turn, PATIENCE).toMatchObject({ status: 'answered', sources: [{ path: 'src/walrus.ts' }] })
}, 240_000)

interface Asked {
  readonly thread_id: string
  readonly status: string
}

interface Status {
  readonly state: string
  readonly progress?: { readonly done: number; readonly total: number }
}

async function withFiles(count: number): Promise<Lab> {
  const lab = await openLab()
  for (let n = 0; n < count; n += 1) lab.write(`src/f${n}.ts`, plain(n))
  lab.write('src/walrus.ts', 'export function feedWalrus(fish: string) {\n  return [fish]\n}\n')
  lab.write('README.md', '# Zoo\n')
  return lab
}

/** Some hundred lines of which nobody asks anything. */
function plain(n: number): string {
  const body = (m: number) =>
    `export function part${n}x${m}(value: number): number {\n  return value * ${m} + ${n}\n}\n`
  return Array.from({ length: 30 }, (_, m) => body(m)).join('\n')
}

async function ask(server: Served, question: string): Promise<Asked> {
  const response = await post(server, question)
  expect(response.status).toBe(202)
  return (await response.json()) as Asked
}

function post(server: Served, question: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${server.address}/api/tools/ama/answer`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ question }),
    ...(signal !== undefined && { signal }),
  })
}

async function get<T = unknown>(server: Served, path: string): Promise<T> {
  const response = await fetch(`${server.address}${path}`, { headers: { Authorization: `Bearer ${server.token}` } })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function turnOf(server: Served, id: string): Promise<{ status: string }> {
  return get(server, `/api/tools/ama/threads/${id}/turns/turn-001`)
}
