import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

const ID = '20260102-101500-a1b'

/** As an archive of a repository, or a command in a sandbox, may leave one. */
function plant(lab: { root: string; write(file: string, text: string): void }): string {
  const marker = path.join(lab.root, 'ran')
  const record = {
    schema_version: 1,
    id: ID,
    kind: 'exec',
    label: 'npm test',
    argv: ['touch', marker],
    cwd: lab.root,
    status: 'succeeded',
    level: 'group',
    actor: { kind: 'person', id: 'person', door: 'cli' },
    trigger: 'run.exec',
    started_at: '2026-01-02T10:15:00.000Z',
    ended_at: '2026-01-02T10:15:01.000Z',
  }
  lab.write(`.sdlc/.runs/${ID}.json`, JSON.stringify(record))
  return marker
}

test('a record that a repository brings along starts nothing before a person has read its command', async () => {
  await using lab = await openLab()
  const marker = plant(lab)
  expect(await lab.call('run.show', { id: ID })).toMatchObject({ label: 'npm test' })
  expect(await lab.refusal('run.again', { id: ID })).toMatchObject({
    code: 'blocked',
    message: expect.stringContaining(`touch ${marker}`),
    fix: `furrow runs again ${ID} --command 'touch ${marker}'`,
    details: { confirm: true },
  })
  expect(await lab.refusal('run.again', { id: ID, command: 'npm test' })).toMatchObject({ code: 'conflict' })
  expect(lab.list('.')).not.toContain('ran')
  const { id } = await lab.call('run.again', { id: ID, command: `touch ${marker}` })
  await lab.call('run.wait', { id, seconds: 30 })
  expect(lab.list('.')).toContain('ran')
})

test('a proof run whose gate is not in the config runs its command again; one whose gate is there leads to the gate', async () => {
  await using lab = await openLab()
  plant(lab)
  const record = {
    kind: 'gate',
    label: 'accepted-1',
    argv: ['sh', '-c', 'echo fine'],
    links: ['change:a-1', 'code:ab'],
  }
  const file = `.sdlc/.runs/${ID}.json`
  lab.write(file, JSON.stringify({ ...JSON.parse(lab.read(file)), ...record }))
  const command = "sh -c 'echo fine'"
  const again = await lab.call('run.again', { id: ID, command })
  expect(again).toMatchObject({ kind: 'gate', label: 'accepted-1', argv: record.argv, links: ['change:a-1'] })
  expect(await lab.call('run.wait', { id: again.id, seconds: 30 })).toMatchObject({ status: 'succeeded' })
  lab.write('.sdlc/config.yaml', 'gates:\n  - name: accepted-1\n    command: "true"\n')
  expect(await lab.refusal('run.again', { id: ID, command })).toMatchObject({
    code: 'invalid_state',
    fix: 'furrow gate run accepted-1',
  })
})

test('a yes is for the command, folder and sandbox that were shown: a record that changed since starts nothing', async () => {
  await using lab = await openLab()
  const marker = plant(lab)
  const { details } = await lab.refusal('run.again', { id: ID })
  const shown = Object(details?.['with']) as { record: string }
  const file = `.sdlc/.runs/${ID}.json`
  const text = lab.read(file)
  for (const [from, to] of [
    [JSON.stringify(marker), JSON.stringify(path.join(lab.root, 'other'))],
    [`"cwd":${JSON.stringify(lab.root)}`, `"cwd":${JSON.stringify(path.join(lab.root, '.sdlc'))}`],
    ['"level":"group"', '"level":"sandbox"'],
  ] as const) {
    lab.write(file, text.replace(from, to))
    expect(await lab.refusal('run.again', { id: ID, ...shown })).toMatchObject({ code: 'conflict' })
  }
  expect(lab.list('.')).not.toContain('other')
  lab.write(file, text)
  const { id } = await lab.call('run.again', { id: ID, ...shown })
  await lab.call('run.wait', { id, seconds: 30 })
  expect(lab.list('.')).toContain('ran')
})
