import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../lab.ts'
import { furrow } from '../../support/furrow.ts'
import { connectStdio } from '../../support/mcp.ts'

/** Rows of the black-box table about changes, by their numbers, through the built doors. */
const FIX = ['--type', 'fix', '--size', 'small'] as const

test('2-3: of starts at once, in two processes, one begins a change and the others name it', async () => {
  await using lab = await openLab()
  const starts = ['One', 'Two', 'Three', 'Four'].map(what => furrow(lab, 'change', 'start', what, ...FIX, '--json'))
  const codes = (await Promise.all(starts)).map(({ code }) => code).sort()
  expect(codes).toEqual([0, 4, 4, 4])
  expect(lab.list('sdd/changes')).toHaveLength(1)
})

test('2-13: of one start sent four times at once one begins the change and the others get it', async () => {
  await using lab = await openLab()
  const sent = Array.from({ length: 4 }, () =>
    furrow(lab, 'change', 'start', 'One', ...FIX, '--content', 'It is wrong.', '--json'),
  )
  const answers = (await Promise.all(sent)).map(({ code, stdout }) => [
    code,
    JSON.parse(stdout).already_started ?? false,
  ])
  expect(answers.sort()).toEqual([
    [0, false],
    [0, true],
    [0, true],
    [0, true],
  ])
  expect(lab.list('sdd/changes')).toEqual(['one'])
})

test('2-8 and 2-13: after the tasks the next step is the work; a retry of the tasks completes nothing', async () => {
  await using lab = await openLab()
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const call = async (name: string, given: Record<string, unknown>) => {
    const answer = await mcp.client.callTool({ name, arguments: given })
    return (answer.content as { text: string }[]).map(({ text }) => text).join('\n')
  }
  const change = { type: 'fix', size: 'small', description: 'Empty query', content: 'It crashes on an empty query.' }
  expect(await call('sdd_change', change)).toContain('## Context Check')
  await call('sdd_change_advance', { content: 'Nothing stands against it.' })
  const tasks = { content: '- [ ] TASK-001 guard the empty query' }
  const told = await call('sdd_change_advance', tasks)
  expect(told).toContain('Do the work now, tick the tasks as you go, then verify')
  expect(told).toMatch(/To tick task 1: .*sdd_change_tick.*"id":"empty-query","task":1/)
  expect(await call('sdd_change_advance', tasks)).toContain('nothing was saved')
  expect(lab.list('sdd/changes/empty-query')).not.toContain('verify.md')
  const verified = await call('sdd_change_advance', { content: 'Guarded.' })
  expect(verified).toContain('Warning: 1 task is not ticked')
  expect(verified).toContain('Commit the work, then archive it.')
  expect(verified).toContain('sdd_change_manage {"action":"archive","id":"empty-query"}')
})

test('2-12: a command that fails shows its last lines in the terminal and over MCP, and completes nothing', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix it', content: 'It is wrong.' })
  await lab.call('change.advance', { content: 'Nothing stands against it.' })
  await lab.call('change.advance', { content: '- [x] TASK-001 it' })
  await lab.call('change.accept_command', { id: 'fix-it', argv: ['sh', '-c', 'seq 101 150; exit 3'] })
  const typed = await furrow(lab, 'change', 'advance', '--content', 'All is well.')
  expect(typed.code).toBe(4)
  expect(typed.stderr).toContain('exit code 3')
  await using mcp = await connectStdio(lab, { era: '2025-11-25' })
  const answer = await mcp.client.callTool({ name: 'sdd_change_advance', arguments: { content: 'All is well.' } })
  const told = (answer.content as { text: string }[]).map(({ text }) => text).join('\n')
  expect(answer.isError).toBe(true)
  for (const said of [typed.stderr, told]) {
    expect(said).toMatch(/121\s+122[\s\S]*149\s+150/)
    expect(said).not.toMatch(/\b120\b/)
  }
  expect(lab.list('sdd/changes/fix-it')).not.toContain('verify.md')
})

test('2-17 and 2-18: ids never lead outside, stay new across the history, and need no Latin letter', async () => {
  await using lab = await openLab()
  const ids: string[] = []
  for (const description of ['../../../etc/passwd', '日本語の修正', '日本語の修正', 'CON']) {
    const { stdout } = await furrow(lab, 'change', 'start', description, ...FIX, '--json')
    const { id } = JSON.parse(stdout) as { id: string }
    ids.push(id)
    await lab.call('change.cancel', { id })
    await lab.call('change.archive', { id })
  }
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+$/)
  expect(lab.list('sdd/history')).toEqual([...ids].sort())
})

test('2-31 and 1-16: a damaged record of the history blocks nothing, is named once, and is repaired', async () => {
  await using lab = await openLab()
  lab.write('sdd/history/old-1/change.json', '<<<<<<< HEAD\n{}\n')
  const listed = await furrow(lab, 'change', 'list', '--history')
  expect(listed.stdout.match(/sdd\/history\/old-1\/change\.json/g)).toHaveLength(1)
  expect((await furrow(lab, 'change', 'start', 'Fix it', ...FIX, '--content', 'It is wrong.')).code).toBe(0)
  const doctor = await furrow(lab, 'doctor')
  expect(doctor.code).toBe(4)
  expect(doctor.stdout).toContain('furrow doctor repair')
  await lab.call('doctor.repair', {})
  expect((await furrow(lab, 'doctor')).stdout).not.toContain('old-1/change.json:1')
})

test('2-34: sdd as a file, and as a link that leads out, are refused; nothing is written outside', async () => {
  for (const make of [
    (at: string) => fs.writeFileSync(at, 'a file'),
    (at: string, outside: string) => fs.symlinkSync(outside, at),
  ]) {
    await using lab = await openLab()
    const outside = path.join(path.dirname(lab.root), 'outside')
    fs.mkdirSync(outside)
    make(path.join(lab.root, 'sdd'), outside)
    const { code, stderr } = await furrow(lab, 'change', 'start', 'Fix it', ...FIX)
    expect(code).not.toBe(0)
    expect(stderr).toContain('sdd')
    expect(fs.readdirSync(outside)).toEqual([])
  }
})
