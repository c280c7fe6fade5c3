import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operations } from '../../src/app/registry.ts'
import { runCli, runTty } from '../support/cli.ts'
import { type Opened, unpackWrittenBy01, type Written } from '../support/written-by-01.ts'
import { has, IN_NOTES, IN_SHOP, like, WRITES } from './written-by-01/looks.ts'

// What 0.1.0 wrote is opened, shown, written to and taken back by today's Furrow; tests/fixtures/0.1/commands.sh says what was done.

/** The newest schemas that 0.1.0 knows; it refuses newer ones and changes nothing. */
const KNOWN_TO_01 = { state: 1, memory: 3 }

describe('read', () => {
  let written: Written
  let shop: Opened
  let notes: Opened
  beforeAll(async () => {
    written = await unpackWrittenBy01()
    shop = await written.open(written.shop)
    notes = await written.open(written.notes)
  })
  afterAll(async () => {
    await shop[Symbol.asyncDispose]()
    await notes[Symbol.asyncDispose]()
    await written[Symbol.asyncDispose]()
  })

  test.each(IN_SHOP)('$name $input', async ({ name, input = {}, shows }) => {
    expect(await shop.call(name, input as never)).toMatchObject(shows)
  })

  test.each(IN_NOTES)('$name $input, of the other repository', async ({ name, input = {}, shows }) => {
    expect(await notes.call(name, input as never)).toMatchObject(shows)
  })

  test('runs, their lines, and the one that was lost with its owner', async () => {
    const { runs } = await shop.call('run.list', {})
    const labelled = (label: string) => runs.find(run => run.label === label)
    expect(labelled('tests')).toMatchObject({ status: 'succeeded', pinned: true })
    expect(labelled('broken')).toMatchObject({ status: 'failed', exit_code: 3 })
    expect(labelled('lost')).toMatchObject({ status: 'interrupted' })
    expect(await shop.call('run.tail', { id: labelled('broken')?.id ?? '' })).toMatchObject({
      lines: [{ text: '1 failed' }],
    })
    const agents = runs.filter(({ kind }) => kind === 'agent')
    const prompted = agents.find(run => run.agent?.prompt.startsWith('Why does the login'))
    const { events } = await shop.call('agent.events', { id: prompted?.id ?? '' })
    expect(JSON.stringify(events)).toContain('You said: Why does the login redirect twice?')
    const { interactions } = await shop.call('tool.interactions', { name: 'reporter' })
    const { lines } = await shop.call('run.tail', { id: interactions[0]?.id ?? '' })
    expect(lines.map(({ text }) => text)).toEqual([
      'Counting (50%)',
      'attachment report.csv (19 bytes)',
      'The key is ***',
    ])
  })
})

test('doctor names one setting that means something else now, and the fix that it names settles it', async () => {
  await using written = await unpackWrittenBy01()
  const findings = await examined(written)
  expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
    like({ check: 'config', level: 'warning', fix: 'furrow config unset-person memory.vectors' }),
  ])
  expect(findings.find(({ check }) => check === 'log')?.message).toContain('update from Furrow 0.1')
  await runTty(written.shop, ['config', 'unset-person', 'memory.vectors'])
  expect((await examined(written)).filter(({ level }) => level !== 'ok')).toEqual([])
  expect((await examined(written, written.notes)).filter(({ level }) => level !== 'ok')).toEqual([])
})

/** All but whether this machine has the command `furrow` that clients start. */
async function examined(written: Written, place: Pick<Opened, 'root' | 'env'> = written.shop) {
  const { stdout } = await runCli(place, ['doctor', '--json'])
  const { findings } = JSON.parse(stdout) as Operations['doctor.check']['output']
  return findings.filter(({ check }) => check !== 'agents')
}

test('databases are converted at their first use, beside a copy of what 0.1.0 wrote, which it would no longer open', async () => {
  await using written = await unpackWrittenBy01()
  const [id = ''] = fs.readdirSync(path.join(written.home, 'repos')).filter(name => name.startsWith('shop-'))
  const state = path.join(written.home, 'repos', id, 'state.db')
  const [before, memoryBefore] = [
    rowsOf(state, 'operations'),
    rowsOf(path.join(written.home, 'memory.db'), 'observations'),
  ]
  await runCli(written.shop, ['memory', 'save', 'New', '--content', 'By the newer.'])
  await runCli(written.shop, ['feedback', 'add', 'By the newer'])

  expect(rowsOf(`${state}.before-v4`, 'operations')).toEqual(before)
  expect(rowsOf(state, 'operations').slice(0, before.length)).toEqual(before)
  const memory = path.join(written.home, 'memory/memory.db')
  expect(rowsOf(`${memory}.before-v7`, 'observations')).toEqual(memoryBefore)
  expect(rowsOf(memory, 'observations').length).toBe(memoryBefore.length + 1)
  expect(versionOf(state)).toBeGreaterThan(KNOWN_TO_01.state)
  expect(versionOf(memory)).toBeGreaterThan(KNOWN_TO_01.memory)
  // Where 0.1.0 looks for memory.
  expect(versionOf(path.join(written.home, 'memory.db'))).toBeGreaterThan(KNOWN_TO_01.memory)
})

test('each kind of thing is written to, and what 0.1.0 wrote of it is still there', async () => {
  await using written = await unpackWrittenBy01()
  await using shop = await written.open(written.shop)
  const ids = await idsIn(shop)
  const named = (input: Record<string, unknown> = {}) =>
    ({ ...input, ...(typeof input['id'] === 'string' && { id: ids[input['id']] ?? input['id'] }) }) as never
  for (const { name, input, read, shows } of WRITES) {
    const answer = await shop.call(name, named(input))
    const shown = read === undefined ? answer : await shop.call(read.name, named(read.input))
    expect(shown, `${name} ${JSON.stringify(input)}`).toMatchObject(shows)
  }
  expect(shop.read('.sdlc/config.yaml')).toContain('# Written by hand.')
  expect(await shop.call('doctor.check', {})).toMatchObject({
    findings: expect.not.arrayContaining([like({ level: 'problem' })]),
  })
})

async function idsIn(shop: Opened): Promise<Record<string, string | undefined>> {
  const { runs } = await shop.call('run.list', {})
  const { interactions } = await shop.call('tool.interactions', { name: 'reporter' })
  const { requests } = await shop.call('request.list', { status: 'pending' })
  return {
    thread: (await shop.call('thread.list', {})).threads[0]?.id,
    deleted: (await shop.call('thread.list', { deleted: true })).threads[0]?.id,
    report: interactions[0]?.id,
    broken: runs.find(({ label }) => label === 'broken')?.id,
    request: requests.find(({ operation }) => operation === 'secrets.remove')?.id,
  }
}

test('what 0.1.0 did is undone, redone by its undo, and refused where a file has changed since', async () => {
  await using written = await unpackWrittenBy01()
  await using shop = await written.open(written.shop)
  const { entries } = await shop.call('store.log', { limit: 200 })
  const idOf = (summary: string) => entries.find(entry => entry.summary === summary)?.id ?? ''

  const { undone_by } = await shop.call('store.undo', { id: idOf('project.aliases set to store,market') })
  expect(shop.read('.sdlc/config.yaml')).not.toContain('market')
  await shop.call('store.undo', { id: undone_by ?? '' })
  expect(shop.read('.sdlc/config.yaml')).toContain('market')

  const archived = entries.find(({ operation }) => operation === 'change.archive')
  await shop.call('store.undo', { id: archived?.id ?? '' })
  expect(await shop.call('change.list', {})).toMatchObject({
    changes: has(like({ id: 'login-redirects-to-the-wrong-page', status: 'completed' })),
  })
  expect(await shop.refusal('store.undo', { id: idOf('tools.interaction_retention set to 150') })).toMatchObject({
    code: 'blocked',
    message: expect.stringContaining('.sdlc/config.yaml was changed outside Furrow'),
  })
})

test('a long time later everything is read, and an undo whose images are gone is refused', async () => {
  await using written = await unpackWrittenBy01({ back: false })
  await using shop = await written.open(written.shop)
  for (const { name, input = {}, shows } of IN_SHOP) expect(await shop.call(name, input as never)).toMatchObject(shows)
  await shop.call('feedback.add', { text: 'Still here.' })
  const { entries } = await shop.call('store.log', { limit: 200 })
  const old = entries.find(({ summary }) => summary === 'project.aliases set to store,market')
  expect(await shop.refusal('store.undo', { id: old?.id ?? '' })).toMatchObject({
    message: expect.stringContaining('older than 30 days'),
    fix: 'furrow backup list',
  })
})

test('tools, gates, secrets, tokens and backups of 0.1.0 work, or say what they need', async () => {
  await using written = await unpackWrittenBy01()
  const { shop } = written
  expect((await runCli(shop, ['gate', 'run', 'unit'])).code).toBe(0)
  expect((await runCli(shop, ['run', 'check-links', '--who', 'Bob'])).stdout).toContain('Hello, Bob.')

  const ungranted = await runCli(shop, ['run', 'reporter', '--json'])
  expect(JSON.parse(ungranted.stdout)).toMatchObject({
    error: {
      code: 'missing_grants',
      message: expect.stringContaining('Furrow 0.1'),
      fix: 'furrow secrets grant API_KEY reporter',
    },
  })
  const byScript = { ...shop, env: { ...shop.env, FURROW_TOKEN: written.token } }
  expect((await runCli(byScript, ['secrets', 'grant', 'API_KEY', 'reporter'])).code).toBe(0)
  const ran = await runCli(shop, ['run', 'reporter', '--title', 'Again'])
  expect(JSON.parse(ran.stdout)).toMatchObject({ title: 'Again', count: 7 })
  expect(ran.stdout + ran.stderr).not.toContain('key_0123456789abcdef')

  const { backups } = JSON.parse((await runCli(shop, ['backup', 'list', '--json'])).stdout)
  fs.rmSync(path.join(shop.root, 'sdd'), { recursive: true })
  expect((await runTty(shop, ['restore', backups[0].id, '--yes'])).stdout).toContain('is back')
  expect((await runCli(shop, ['change', 'status', 'export-the-list'])).stdout).toContain('Export the list')
})

test('what an agent did in 0.1.0 is merged', async () => {
  await using written = await unpackWrittenBy01()
  const { runs } = JSON.parse((await runCli(written.shop, ['runs', 'list', '--kind', 'agent', '--json'])).stdout)
  const wrote = runs.find((run: { agent: { prompt: string } }) => run.agent.prompt === 'Write a file.')
  expect((await runCli(written.shop, ['runs', 'diff', wrote.id])).stdout).toContain('+an agent was here')
  await runTty(written.shop, ['runs', 'merge', wrote.id, '--yes'])
  expect(fs.readFileSync(path.join(written.shop.root, 'by-agent.txt'), 'utf8')).toBe('an agent was here\n')
})

test('somebody else opens a clone of it with a home of their own', async () => {
  await using written = await unpackWrittenBy01()
  const env = { ...written.shop.env, FURROW_HOME: path.join(written.home, '../elsewhere') }
  fs.rmSync(path.join(written.shop.root, '.git/furrow-home.json'))
  const place = { root: written.shop.root, env }
  await using shop = await written.open(place)
  const ofTheHome = /^(?:agent|memory|request|secrets|store|token|trust|backup|config)\./
  for (const { name, input = {}, shows } of IN_SHOP)
    if (!ofTheHome.test(name)) expect(await shop.call(name, input as never)).toMatchObject(shows)
  const { findings } = JSON.parse(
    (await runCli(place, ['doctor', '--json'])).stdout,
  ) as Operations['doctor.check']['output']
  expect(findings.filter(({ level, check }) => level !== 'ok' && check !== 'agents')).toEqual([])
})

test('what init wrote for coding agents is ours, is brought up to date, and goes with --uninstall', async () => {
  await using written = await unpackWrittenBy01()
  const { root } = written.shop
  const again = await runCli(written.shop, ['init', '--clients', 'claude-code,codex,opencode', '--git-hooks'])
  expect([again.code, again.stdout]).toEqual([0, expect.not.stringContaining('kept')])
  expect(fs.readFileSync(path.join(root, 'AGENTS.md'), 'utf8')).toContain('Be kind.')
  await runCli(written.shop, ['init', '--uninstall'])
  expect(fs.readFileSync(path.join(root, 'AGENTS.md'), 'utf8')).toBe('# Our rules\n\nBe kind.\n')
  for (const file of ['.mcp.json', '.claude', '.codex', '.agents', '.opencode', '.git/hooks/prepare-commit-msg'])
    expect([file, fs.existsSync(path.join(root, file))]).toEqual([file, false])
})

function rowsOf(file: string, table: string): Record<string, unknown>[] {
  using database = openFile(file)
  return database.value.prepare(`SELECT * FROM ${table}`).all()
}

function versionOf(file: string): number {
  using database = openFile(file)
  return Number(database.value.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** A copy: a connection stays open until it is collected, and would be in the way of who works with the file. */
function openFile(file: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-rows-'))
  for (const suffix of ['', '-wal'])
    if (fs.existsSync(`${file}${suffix}`)) fs.copyFileSync(`${file}${suffix}`, path.join(folder, `copy.db${suffix}`))
  const value = new DatabaseSync(path.join(folder, 'copy.db'))
  return {
    value,
    [Symbol.dispose]() {
      value.close()
      fs.rmSync(folder, { recursive: true })
    },
  }
}
