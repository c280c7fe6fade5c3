import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLab } from '../../../tests/lab.ts'

test('a damaged record in the history is a problem that repair sets aside; its stages stay', async () => {
  await using lab = await openLab()
  lab.write('sdd/history/old-1/change.json', '<<<<<<< HEAD\n{}\n')
  lab.write('sdd/history/old-1/describe.md', 'It was slow.\n')
  const { findings, problems } = await lab.call('doctor.check', {})
  expect(problems).toBe(1)
  expect(findings).toContainEqual(expect.objectContaining({ level: 'problem', fix: 'furrow doctor repair' }))
  const { repaired, left } = await lab.call('doctor.repair', {})
  expect(left.filter(({ check }) => check === 'kept')).toEqual([])
  expect(repaired.join('\n')).toMatch(/sdd\/history\/old-1\/change\.json is set aside in .*old-1/)
  expect(await lab.call('doctor.check', {})).toMatchObject({ problems: 0 })
  expect(lab.list('sdd/history/old-1')).toEqual(['describe.md'])
})

test('two active changes after a merge are a problem, and next and status choose one aloud', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'One' })
  const one = lab.read('sdd/changes/one/change.json')
  lab.write('sdd/changes/two/change.json', one.replaceAll('"one"', '"two"'))
  const { findings, problems } = await lab.call('doctor.check', {})
  expect(problems).toBe(1)
  expect(findings.find(({ level }) => level === 'problem')).toMatchObject({
    message: 'one and two are all active, and one change is worked on at a time: switch to one.',
    fix: 'furrow change switch one',
  })
  const { next } = await lab.call('flow.next', {})
  expect(next.command).toBe('furrow change switch one')
  expect((await lab.call('workspace.status', {})).work?.next.command).toBe('furrow change switch one')
  await lab.call('change.switch', { id: 'one' })
  expect(await lab.call('doctor.check', {})).toMatchObject({ problems: 0 })
})

test('the markers of a merge in the texts of a change or a specification are a problem', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'One' })
  lab.write('sdd/changes/one/describe.md', 'a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> other\n')
  lab.write('sdd/proposal.md', '# Proposal\n\n>>>>>>> other\n')
  const { findings } = await lab.call('doctor.check', {})
  expect(findings.filter(({ level }) => level === 'problem').map(({ message }) => message)).toEqual([
    'sdd/proposal.md holds the conflict markers of an unfinished merge, from line 3.',
    'sdd/changes/one/describe.md holds the conflict markers of an unfinished merge, from line 2.',
  ])
})

test('where a merge stopped in the record of a change, repair takes the later stages and the decisions of both', async () => {
  await using lab = await openLab()
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', lab.root, ...words], { encoding: 'utf8', stdio: 'pipe' })
  const commit = (message: string) => [git('add', '-A'), git('commit', '-q', '-m', message)]
  const decide = (title: string) => lab.call('adr.record', { title, context: 'c', decision: 'd', rationale: 'r' })
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'One' })
  commit('start')
  git('checkout', '-q', '-b', 'other')
  await decide('Use Kafka')
  await lab.call('change.advance', { content: 'It is wrong in one place.' })
  commit('other')
  git('checkout', '-q', '-')
  await decide('Use Redis')
  commit('ours')
  expect(() => git('merge', '-q', 'other')).toThrow()
  const file = 'sdd/changes/one/change.json'
  const broken = lab.read(file)
  expect(broken).toContain('<<<<<<<')
  const problems = async () => (await lab.call('doctor.check', {})).findings.filter(({ level }) => level === 'problem')
  expect(await problems()).toMatchObject([
    { message: expect.stringContaining('change.json:'), fix: 'furrow doctor repair' },
    {
      message: expect.stringContaining('ADR-001 is the number of 2 decisions: "Use Kafka"'),
      fix: 'furrow doctor repair',
    },
  ])
  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toContain('has the decisions of both sides and the later stages')
  expect(repaired.join('\n')).toContain('"Use Redis" was ADR-001 and is ADR-002 now')
  expect(await problems()).toEqual([])
  expect(await lab.call('change.status', {})).toMatchObject({
    current_stage: 'context-check',
    status: 'active',
    decisions: [{ title: 'Use Kafka' }, { title: 'Use Redis' }],
  })
  expect(JSON.parse(lab.read(file))).toMatchObject({ adrs: ['ADR-001', 'ADR-002'] })
  expect(lab.read('sdd/changes/one/adrs/ADR-001.md')).not.toContain('Redis')
})

test('two changes that two branches began under one id are parted, each with its own texts and decisions', async () => {
  await using lab = await openLab()
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', lab.root, ...words], { encoding: 'utf8', stdio: 'pipe' })
  const commit = (message: string) => [git('add', '-A'), git('commit', '-q', '-m', message)]
  const begin = (description: string, content?: string) =>
    lab.call('change.start', { type: 'fix', size: 'small', description, ...(content !== undefined && { content }) })
  const decide = (title: string) => lab.call('adr.record', { title, context: 'c', decision: 'd', rationale: 'r' })
  lab.write('README.md', 'One.\n')
  commit('first')
  git('checkout', '-q', '-b', 'other')
  await begin('日本語の修正', 'The older text.')
  await decide('Use Kafka')
  commit('other')
  git('checkout', '-q', '-')
  await begin('Поиск товаров', 'The newer text.')
  await decide('Use Redis')
  await lab.call('change.advance', { content: 'Nothing is near it.' })
  commit('ours')
  expect(() => git('merge', '-q', 'other')).toThrow()

  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toContain('"日本語の修正" keeps the id change, "Поиск товаров" is change-2 now')
  const { changes, damaged } = await lab.call('change.list', {})
  expect(damaged).toEqual([])
  expect(changes.map(({ id, description, current_stage: stage }) => [id, description, stage]).sort()).toEqual([
    ['change', '日本語の修正', 'context-check'],
    ['change-2', 'Поиск товаров', 'tasks'],
  ])
  expect(lab.read('sdd/changes/change/describe.md')).toBe('The older text.\n')
  expect(lab.read('sdd/changes/change-2/describe.md')).toBe('The newer text.\n')
  expect([lab.list('sdd/changes/change'), lab.list('sdd/changes/change-2')]).toEqual([
    ['adrs', 'change.json', 'describe.md'],
    ['adrs', 'change.json', 'context-check.md', 'describe.md'],
  ])
  const { adrs } = await lab.call('adr.list', {})
  expect(adrs.map(({ id, title, change }) => [id, title, change])).toEqual([
    ['ADR-002', 'Use Redis', 'change-2'],
    ['ADR-001', 'Use Kafka', 'change'],
  ])
  expect(lab.read('sdd/changes/change-2/adrs/ADR-002.md')).toContain('- **Change:** change-2\n')
  expect((await lab.call('flow.next', {})).next.command).toBe('furrow change switch change')
  await lab.call('change.switch', { id: 'change' })
  const { command } = (await lab.call('flow.next', {})).next
  expect(command).toMatch(/^git add -- sdd\/changes\/change\/.* sdd\/changes\/change-2\/$/)
  execFileSync('sh', ['-c', command], { cwd: lab.root })
  git('commit', '-q', '--no-edit')
  expect(git('status', '--short')).not.toContain('change-2')
})

test('one decision that two branches changed waits for a person', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'One' })
  await lab.call('adr.record', { title: 'Use Redis', context: 'c', decision: 'd', rationale: 'r' })
  const file = 'sdd/changes/one/adrs/ADR-001.md'
  const both = '<<<<<<< HEAD\n- **Status:** deprecated\n=======\n- **Status:** proposed\n>>>>>>> other\n'
  lab.write(file, lab.read(file).replace('- **Status:** accepted\n', both))
  const { findings } = await lab.call('doctor.check', {})
  expect(findings.filter(({ level }) => level === 'problem')).toMatchObject([
    { message: `${file} holds the conflict markers of an unfinished merge, from line 3.`, fix: `git diff -- ${file}` },
  ])
})

test('an open change that nobody wrote before waits for a person', async () => {
  await using lab = await openLab()
  lab.write('sdd/changes/now/change.json', '<<<<<<< HEAD\n{}\n')
  const { repaired, left } = await lab.call('doctor.repair', {})
  expect([repaired, left.map(({ target }) => target)]).toEqual([[], ['sdd/changes/now/change.json']])
  expect(lab.read('sdd/changes/now/change.json')).toBe('<<<<<<< HEAD\n{}\n')
})

test('a damaged record that git still has comes back from the last commit', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Old one' })
  await lab.call('change.cancel', { id: 'old-one' })
  await lab.call('change.archive', { id: 'old-one' })
  const file = 'sdd/history/old-one/change.json'
  const whole = lab.read(file)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Lab', '-c', 'user.email=lab@localhost', ...args], { cwd: lab.root })
  git('add', '--all')
  git('commit', '--quiet', '--message=first')
  lab.write(file, `<<<<<<< HEAD\n${whole}`)
  await lab.call('doctor.repair', {})
  expect(lab.read(file)).toBe(whole)
})

test('stages without their record are named, and repair brings the record back', async () => {
  await using lab = await openLab()
  const description = 'One thing'
  await lab.call('change.start', { type: 'fix', size: 'small', description, content: 'It is wrong.' })
  fs.rmSync(path.join(lab.root, 'sdd/changes/one-thing/change.json'))
  lab.write('sdd/changes/README.md', 'Not a change.')
  const found = (await lab.call('doctor.check', {})).findings.find(({ check }) => check === 'changes')
  expect(found).toMatchObject({ level: 'warning', fix: 'furrow doctor repair' })
  expect(found?.message).toContain('one-thing is not listed')
  const { repaired } = await lab.call('doctor.repair', {})
  expect(repaired).toEqual(['sdd/changes/one-thing/change.json is there again, as it was last written'])
  expect(await lab.call('change.status', {})).toMatchObject({ id: 'one-thing', current_stage: 'context-check' })
})

test('a file that an editor may be saving is left, and the rest is mended', async () => {
  await using lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'One' })
  lab.write('sdd/changes/one/change.json', '')
  lab.write('sdd/history/old/change.json', '<<<<<<< HEAD\n{}\n')
  const { repaired, left } = await lab.call('doctor.repair', {})
  expect(repaired.join('\n')).toContain('sdd/history/old/change.json is set aside')
  expect(left.map(({ target }) => target)).toContain('sdd/changes/one/change.json')
})
