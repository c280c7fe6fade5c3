import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'
import { addSummaries, exploring } from '../../../tests/support/explorations.ts'
import { claimsIn } from './claims.ts'
import { locateSource, textAt, written } from './locate.ts'
import { evidenceHash, sourceStandingOf } from './standing.ts'

const SURE = { confidence: 'high', would_change: 'A browser on every machine.' } as const

test('lines of a file are cited with their hash; moved lines are found, changed ones named', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('src/login.ts', 'one\ntwo\nthree\nfour\n')
  const { source } = await lab.call('exploration.cite', { source: 'src/login.ts:2-3', task: '001' }, agent)
  expect(source).toMatchObject({ id: 's1', kind: 'file', standing: 'holds', task: '001', by: agent.id })
  expect(lab.read('.sow/project/state.yaml')).toContain(evidenceHash('two\nthree'))
  expect(lab.read('.sow/project/state.yaml')).not.toContain('two')
  const sourcesNow = async () => (await lab.call('exploration.check', {})).sources
  lab.write('src/login.ts', 'zero\r\none\r\ntwo\r\nthree\r\n')
  expect(await sourcesNow()).toMatchObject([{ standing: 'moved', says: 'The lines are now src/login.ts:3-4.' }])
  lab.write('src/login.ts', 'one\ntwo\nother\n')
  expect(await sourcesNow()).toMatchObject([{ standing: 'changed', says: 'src/login.ts does not say this any more.' }])
  expect((await lab.call('exploration.status', {})).warnings).toContain('1 source no longer says what was cited: s1.')
  fs.rmSync(path.join(lab.root, 'src/login.ts'))
  expect(await sourcesNow()).toMatchObject([{ standing: 'gone' }])
  expect((await lab.call('exploration.brief', {})).text).toContain('- [s1] src/login.ts:2-3 (gone: ')
})

test('an address needs an excerpt, which is looked for in the kept copy', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const address = 'https://example.org/rfc'
  expect(await lab.refusal('exploration.cite', { source: address })).toMatchObject({ code: 'usage', target: 'excerpt' })
  const copy = 'The device\nflow fits a command line.\n'
  expect(await lab.refusal('exploration.cite', { source: address, excerpt: 'It does not.', copy })).toMatchObject({
    code: 'usage',
    message: 'The excerpt is not in the copy; quote it word by word.',
  })
  const { source } = await lab.call('exploration.cite', {
    source: address,
    excerpt: 'The device flow fits',
    copy,
    read_on: '2026-01-02',
  })
  expect(source).toMatchObject({ kind: 'web', standing: 'holds', copy: 'sources/s1.txt', read_on: '2026-01-02' })
  expect(lab.read('.sow/project/sources/s1.txt')).toBe(copy)
  lab.write('.sow/project/sources/s1.txt', 'The device flow fits nothing.\n')
  expect((await lab.call('exploration.check', {})).sources).toMatchObject([
    { standing: 'changed', says: 'The kept copy sources/s1.txt was edited.' },
  ])
})

test('a run and a memory record are cited by what they say, and looked at again', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const run = await lab.call('run.exec', { argv: ['echo', 'all 12 tests passed'] })
  const saved = await lab.call('memory.save', { title: 'Flows', content: 'We chose the device flow.' })
  const record = saved.observation?.id ?? 0
  const ofRun = `run:${run.id}`
  await lab.call('run.wait', { id: run.id })
  expect(await lab.refusal('exploration.cite', { source: ofRun, excerpt: '13 tests' })).toMatchObject({ code: 'usage' })
  await lab.call('exploration.cite', { source: ofRun, excerpt: '12 tests passed', task: '001' })
  await lab.call('exploration.cite', { source: `memory:${record}`, task: '001' })
  expect((await lab.call('exploration.check', {})).sources).toMatchObject([
    { kind: 'run', standing: 'holds', excerpt: '12 tests passed' },
    { kind: 'memory', standing: 'holds', title: 'Flows' },
  ])
  await lab.call('memory.update', { id: record, content: 'We chose another flow.' })
  expect((await lab.call('exploration.check', {})).sources[1]).toMatchObject({ standing: 'changed' })
  expect(await lab.refusal('exploration.cite', { source: 'memory:999' })).toMatchObject({ code: 'not_found' })
  expect(await lab.refusal('exploration.cite', { source: 'run:20260102-101500-a1b' })).toMatchObject({
    code: 'not_found',
  })
})

test('claims without a source and conclusions that do not say how sure they are are listed, before approval too', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('docs/a.md', '# A\nThe device flow fits.\n')
  lab.write(
    '.sow/project/findings/001.md',
    '# OAuth\n\n## Findings\n\n- The device flow fits. [s1]\n- It is cheap.\n- It is old. [s9]\n\n## Limits\n\nNot SAML.\n',
  )
  await lab.call('exploration.task_update', {
    id: '001',
    status: 'completed',
    outcome: 'The device flow.',
    refs: ['findings/001.md'],
    cite: ['docs/a.md:2'],
  })
  const { claims, conclusions, holds } = await lab.call('exploration.check', {})
  expect(claims).toEqual([
    { where: 'findings/001.md', text: 'It is cheap.', problem: 'has no source' },
    { where: 'findings/001.md', text: 'It is old. [s9]', problem: 'cites s9, which is unknown' },
  ])
  expect(conclusions).toMatchObject([
    {
      id: '001',
      sources: ['s1'],
      lacks: ['does not say how sure it is', 'does not say what would change it'],
    },
  ])
  expect(holds).toBe(false)
  await lab.call('exploration.advance', {})
  await addSummaries(lab, 'summary.md')
  const asked = await lab.call('exploration.finish', {}, agent)
  expect(asked.person?.request).toEqual(expect.any(String))
  expect(asked.warnings).toEqual([
    '2 claims have no source (findings/001.md). `furrow explore check` lists them.',
    '001 does not say how sure it is, or what would change it.',
  ])
})

test('a conclusion has a confidence and what would change it; both are in status, brief and outline', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('docs/a.md', 'The device flow fits.\n')
  await lab.call('exploration.cite', { source: 'docs/a.md:1', task: '001' })
  await lab.call('exploration.conclude', { id: '001', text: 'The device flow.', ...SURE, sources: ['s1'] }, agent)
  await lab.call('exploration.conclude', {
    text: 'One flow is enough.',
    confidence: 'low',
    would_change: 'A second client.',
    sources: ['s1'],
  })
  expect(await lab.refusal('exploration.conclude', { text: 'x', ...SURE, sources: ['s7'] })).toMatchObject({
    code: 'not_found',
    message: 'There is no source s7.',
  })
  expect((await lab.call('exploration.status', {})).tasks).toMatchObject([{ ...SURE, sources: ['s1'] }])
  const { text } = await lab.call('exploration.brief', {})
  expect(text).toContain('Outcome: The device flow. (confidence: high) Would change it: A browser on every machine.')
  expect(text).toContain('- [c1] One flow is enough. (confidence: low) Would change it: A second client.')
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await lab.call('exploration.advance', {})
  await lab.call('artifact.new', { kind: 'summary' })
  expect(lab.read('.sow/project/summary.md')).toContain('## Sources\n\n- [s1] docs/a.md:1\n')
  await lab.call('exploration.withdraw', { id: 's1' })
  expect(await lab.call('exploration.check', {})).toMatchObject({
    sources: [],
    claims: [
      { where: '001', problem: 'has no source' },
      { where: 'c1', problem: 'has no source' },
    ],
  })
})

test('input documents are attached once, and the brief says when one has changed', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('docs/promise.md', '# What we promised\n')
  const { input } = await lab.call('exploration.attach', { path: 'docs/promise.md', note: 'For partners.' })
  expect(input).toEqual({
    id: 'i1',
    path: 'docs/promise.md',
    standing: 'holds',
    title: 'What we promised',
    note: 'For partners.',
  })
  lab.write('docs/promise.md', '# What we promise now\n')
  expect((await lab.call('exploration.brief', {})).text).toContain(
    '- docs/promise.md: What we promise now (changed since it was attached). For partners.',
  )
  await lab.call('exploration.attach', { path: 'docs/promise.md' })
  expect((await lab.call('exploration.check', {})).inputs).toMatchObject([{ id: 'i1', standing: 'holds' }])
  await lab.call('exploration.withdraw', { id: 'i1' })
  expect((await lab.call('exploration.check', {})).inputs).toEqual([])
  expect(await lab.refusal('exploration.attach', { path: 'docs/none.md' })).toMatchObject({ code: 'not_found' })
})

test('a number is not given to another source, and the same source is kept once', async () => {
  await using lab = await openLab()
  await exploring(lab)
  lab.write('a.md', 'one\ntwo\n')
  for (const source of ['a.md:1', 'a.md:1', 'a.md:2']) await lab.call('exploration.cite', { source })
  await lab.call('exploration.withdraw', { id: 's2' })
  expect((await lab.call('exploration.cite', { source: 'a.md' })).source.id).toBe('s3')
  expect((await lab.call('exploration.check', {})).sources.map(({ id }) => id)).toEqual(['s1', 's3'])
})

test.each([
  '../x.md',
  '/etc/passwd',
  '.git/config',
  'a.md:0',
  'a.md:9-3',
  'memory:x',
  'https://u:p@example.org/',
  'none.md:1',
])('%s cannot be cited', async source => {
  await using lab = await openLab()
  await exploring(lab)
  const { code } = await lab.refusal('exploration.cite', { source, excerpt: 'x' }, agent)
  expect(['usage', 'not_found']).toContain(code)
  expect(lab.read('.sow/project/state.yaml')).not.toContain('sources')
})

test('whatever lines are cited, they hold, and hold no more once one of them is another', () => {
  const line = fc.stringMatching(/^[a-c]{0,3}$/)
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.nat(7), fc.nat(7), (lines, first, more) => {
      const from = (first % lines.length) + 1
      const to = Math.min(lines.length, from + (more % 3))
      const source = written({ kind: 'file', path: 'a.md', lines: { from, to } })
      expect(locateSource(source)).toEqual({ kind: 'file', path: 'a.md', lines: { from, to } })
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      const content = evidenceHash(textAt(bytes, { from, to }) ?? '')
      const cited = { id: 's1', kind: 'file' as const, source, content, at: '', by: '' }
      const seen = (text: string) =>
        sourceStandingOf(cited, { fileOf: () => Buffer.from(text), keptOf: () => undefined, hasRun: () => false })
          .standing
      expect(seen(`${lines.join('\n')}\n`)).toBe('holds')
      expect(seen(`new\n${lines.join('\n')}\n`)).toMatch(/holds|moved/)
      expect(seen(`${lines.map(() => 'z').join('\n')}\n`)).toBe('changed')
    }),
  )
})

test('statements are read from lists and paragraphs, not from headings, code or tables', () => {
  const known = { sources: new Set(['s1']), findings: new Set(['findings/a.md']) }
  const text = [
    '# Title',
    '',
    '**Date**: today',
    '',
    'A paragraph over',
    'two lines. [s1]',
    '',
    '- An item',
    '  that goes on',
    '- Another [s1]',
    '',
    '```',
    'code()',
    '```',
    '',
    '| a | b |',
  ].join('\n')
  const finding = { path: 'findings/b.md', text, isFinding: true }
  expect(claimsIn(finding, known).map(claim => claim.text)).toEqual(['An item that goes on'])
  const summary = {
    path: 'summary.md',
    text: '# S\n\nWords.\n\n## High-Level Findings\n\n- See [a](findings/a.md)\n- Bare\n',
    isFinding: false,
  }
  expect(claimsIn(summary, known).map(claim => claim.text)).toEqual(['Bare'])
})

test('a summary that cites without a list of sources is named: the records are not published', async () => {
  await using lab = await openLab({ git: false })
  lab.write('docs/a.md', 'one\n')
  await exploring(lab)
  await lab.call('exploration.cite', { source: 'docs/a.md:1', task: '001' })
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: 'It fits. [s1]' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', '# Answer\n\nIt fits. [s1]\n')
  await lab.call('artifact.add', { path: 'summary.md' })
  const warning = 'summary.md cites sources that its readers cannot look up; add a list of them: [s1] docs/a.md:1.'
  expect((await lab.call('exploration.status', {})).warnings).toContain(warning)
  expect((await lab.call('exploration.finish', {})).warnings).toContain(warning)
  lab.write('.sow/project/summary.md', '# Answer\n\nIt fits. [s1]\n\n## Sources\n\n- [s1] docs/a.md:1\n')
  expect((await lab.call('exploration.status', {})).warnings).not.toContain(warning)
})

test('an outcome that cites a source which is unknown is named, whatever else backs the topic', async () => {
  await using lab = await openLab()
  lab.write('docs/a.md', 'One.\n')
  await exploring(lab)
  await lab.call('exploration.cite', { source: 'docs/a.md:1', task: '001' })
  const update = { id: '001', status: 'completed' as const, outcome: 'Later. [s9]', cite: ['docs/a.md'] }
  expect((await lab.call('exploration.task_update', update)).task.sources).toEqual(['s1', 's2'])
  expect((await lab.call('exploration.check', {})).claims).toMatchObject([
    { where: '001', problem: 'cites s9, which is unknown' },
  ])
  await lab.call('exploration.task_update', { id: '001', outcome: 'Later. [s1]' })
  expect((await lab.call('exploration.check', {})).claims).toEqual([])
})

test('a day that has not come is no day on which something was read', async () => {
  await using lab = await openLab()
  await exploring(lab)
  const read_on = `${new Date().getUTCFullYear() + 1}-11-01`
  const wanted = { source: 'https://example.org/a', excerpt: 'One', read_on }
  expect(await lab.refusal('exploration.cite', wanted)).toMatchObject({ code: 'usage', target: 'read_on' })
})
