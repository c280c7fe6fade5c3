import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { bin, openLab } from '../lab.ts'

const KILLS = 12
const MOST_WRITES = 4000
const PAIRS = 10

test('D1 for memory: no acknowledged save is lost when its process is killed', async () => {
  await using lab = await openLab()
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) await saveUntilKilled(lab, kill, acknowledged)
  expect(acknowledged.length).toBeGreaterThan(KILLS)

  const database = new DatabaseSync(path.join(lab.home, 'memory/memory.db'))
  const titles = new Set(
    database
      .prepare('SELECT title FROM observations')
      .all()
      .map(row => String((row as { title: string }).title)),
  )
  expect(acknowledged.filter(title => !titles.has(title))).toEqual([])
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.exec(`INSERT INTO memory_terms (memory_terms) VALUES ('integrity-check')`)
  const indexed = database.prepare('SELECT count(*) AS n FROM memory_documents').get() as { n: number }
  expect(indexed.n).toBe(titles.size)
  database.close()
  console.log(`memory: ${KILLS} kills, ${acknowledged.length} acknowledged, 0 lost`)
})

test('D1 for memory: records that are folded or moved together are so all or not at all, however a process is killed', async () => {
  await using lab = await openLab()
  for (let n = 1; n <= 4 * PAIRS; n += 1) await lab.call('memory.save', { title: `t${n}`, content: `text ${n}` })
  const pairs = Array.from({ length: 2 * PAIRS }, (_, n) => [2 * n + 1, 2 * n + 2])
  const calls = pairs.map((pair, n) =>
    n % 2 === 0
      ? { name: 'mem_compact', arguments: { compact_ids: pair, summary_title: `s${pair[0]}`, summary_content: 'both' } }
      : { name: 'mem_projects', arguments: { action: 'split', ids: pair, as: 'tools' } },
  )
  const waiting = [...calls]
  for (let round = 0; waiting.length > 0; round += 1) {
    const merge =
      round % 2 === 0 ? { action: 'merge', from: 'tools', into: 'workspace' } : { action: 'split', name: 'tools' }
    const answered = await callUntilKilled(
      lab,
      [...waiting, { name: 'mem_projects', arguments: merge }],
      1 + (round % 4),
    )
    waiting.splice(0, Math.max(1, answered))
  }
  const database = new DatabaseSync(path.join(lab.home, 'memory/memory.db'))
  const row = (id: number) =>
    database.prepare('SELECT project, deleted_at IS NOT NULL AS gone FROM observations WHERE id = ?').get(id)
  const summaries = new Set(
    database
      .prepare(`SELECT title FROM observations WHERE type = 'compaction_summary'`)
      .all()
      .map(({ title }) => title),
  )
  for (const [one = 0, other = 0] of pairs) {
    expect(row(one)).toEqual(row(other))
    expect(row(one)).toMatchObject({ gone: summaries.has(`s${one}`) ? 1 : 0 })
  }
  const moved = pairs.filter(([one = 0]) => (row(one) as { project: string }).project === 'tools')
  expect([summaries.size, moved.length].every(count => count > 0)).toBe(true)
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})

interface ToolCall {
  readonly name: string
  readonly arguments: object
}

/** Sends all at once and kills the server when some have answered, so that another one is under way. */
async function callUntilKilled(
  lab: { root: string; env: Record<string, string> },
  calls: readonly ToolCall[],
  wanted: number,
): Promise<number> {
  const { server, send } = startServer(lab)
  for (const [n, call] of calls.entries()) send({ id: n + 1, method: 'tools/call', params: call })
  let answered = 0
  for await (const line of readline.createInterface({ input: server.stdout })) {
    const { id } = JSON.parse(line) as { id?: number }
    if (id === undefined || id === 0) continue
    answered += 1
    if (answered >= wanted || answered === calls.length) server.kill('SIGKILL')
  }
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
  return answered
}

function startServer(lab: { root: string; env: Record<string, string> }) {
  const server = spawn(process.execPath, [bin, 'mcp', '--tools', 'all'], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const send = (message: unknown) =>
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...(message as object) })}\n`)
  server.stdin.on('error', () => server.kill('SIGKILL'))
  send({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'killer', version: '1' } },
  })
  send({ method: 'notifications/initialized' })
  return { server, send }
}

/** One MCP server that saves as fast as it can until it is killed in the middle of it. */
async function saveUntilKilled(
  lab: { root: string; env: Record<string, string> },
  round: number,
  acknowledged: string[],
) {
  const { server, send } = startServer(lab)
  const save = (n: number) =>
    send({
      id: n,
      method: 'tools/call',
      params: { name: 'mem_save', arguments: { title: `r${round}-n${n}`, content: `note ${n} of round ${round}` } },
    })
  const wanted = 5 + round * 3
  save(1)
  for await (const line of readline.createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line) as { id?: number; result?: { isError?: boolean } }
    if (id === undefined || id === 0) continue
    expect(result?.isError ?? false).toBe(false)
    acknowledged.push(`r${round}-n${id}`)
    if (id > MOST_WRITES) break
    // The next save is under way when the kill comes.
    save(id + 1)
    if (id >= wanted) server.kill('SIGKILL')
  }
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
}
