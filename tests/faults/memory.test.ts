import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import readline from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { bin, openLab } from '../lab.ts'

const KILLS = 12
const MOST_WRITES = 4000

test('D1 for memory: no acknowledged save is lost when its process is killed', async () => {
  await using lab = await openLab()
  const acknowledged: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) await saveUntilKilled(lab, kill, acknowledged)
  expect(acknowledged.length).toBeGreaterThan(KILLS)

  const database = new DatabaseSync(path.join(lab.home, 'memory.db'))
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

/** One MCP server that saves as fast as it can until it is killed in the middle of it. */
async function saveUntilKilled(
  lab: { root: string; env: Record<string, string> },
  round: number,
  acknowledged: string[],
) {
  const server = spawn(process.execPath, [bin, 'mcp'], {
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
