import { expect, test } from 'vitest'
import { agent, openLab, person } from '../../../tests/lab.ts'
import { endOf, runToEnd, trustedTool } from '../../../tests/support/tools.ts'

const ACTIONS = [
  {
    id: 'fix',
    label: 'Fix',
    condition: '$.data.failed > 0 and $.data.rows.length == 40000 and $.data.names contains "main"',
    prompt_template: '',
    confirm: 'Fix {{result.data.failed}} of {{result.data.rows.length}}?',
    operation: { name: 'feedback.add', input: { text: '{{result.data.last.text}} {{result.data.rows}}' } },
  },
  { id: 'never', label: 'Never', condition: '$.data.failed == 0', prompt_template: '' },
]

/** 40,000 rows of about 80 bytes: 3 MB, and what follow-ups ask for comes after them. */
const RUN = `const rows = Array.from({ length: 40000 }, (_, n) => ({ n, text: 'x'.repeat(60), odd: n % 2 === 1 }))
  if (input.change) rows[input.change].text = 'changed'
  const data = { rows, failed: 3, names: ['dev', 'main'], last: { text: 'src/a.ts(1,1): error TS2322: wrong' } }
  print({ type: 'result', ok: input.ok !== false, ...(input.ok === false && { error: 'it broke' }), data })`

test('a result over the limit is an attachment with a preview, and its record can be listed', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', { result_actions: ACTIONS }, RUN)
  const record = await runToEnd(lab, 'big')
  const { preview, ...result } = record.result ?? { ok: false }
  expect(result).toEqual({ ok: true, spooled: 'result.json', bytes: expect.any(Number) })
  expect(String(preview)).toMatch(/^\{"rows":\[\{"n":0,/)
  expect(record.attachments).toEqual([
    { name: 'result.json', type: 'application/json', kind: 'result', bytes: result['bytes'] },
  ])
  const text = lab.read(`.sdlc/tool-interactions/big/${record.id}/attachments/result.json`)
  expect(text).toHaveLength(Number(result['bytes']))
  expect(JSON.parse(text)).toMatchObject({ ok: true, data: { failed: 3 } })
})

test('conditions, questions and operations of follow-ups see the whole of a large result', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', { result_actions: ACTIONS }, RUN)
  const { id } = await runToEnd(lab, 'big')
  expect(await lab.call('tool.interaction', { name: 'big', id })).toMatchObject({ follow_ups: ['fix'] })
  const preview = await lab.call('tool.act_preview', { name: 'big', interaction_id: id, action_id: 'fix' })
  expect(preview.question).toBe('Fix 3 of 40000?')
  const text = String(preview.operation?.input['text'])
  expect(text).toMatch(/^src\/a\.ts\(1,1\): error TS2322: wrong \[\{"n":0,.*characters left out\)$/s)
  const refusal = await lab.refusal('tool.act', { name: 'big', interaction_id: id, action_id: 'never' })
  expect(refusal).toMatchObject({
    code: 'blocked',
    message: 'Never is not for this result: $.data.failed == 0 does not hold.',
  })
})

test('a value of a large result is read by its path, part by part', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', {}, RUN)
  const { id } = await runToEnd(lab, 'big')
  expect(await lab.call('tool.result', { id, at: 'data.rows[39999].n' }, agent)).toMatchObject({
    text: '39999',
    kind: 'scalar',
  })
  const rows = await lab.call('tool.result', { id, at: '$.data.rows', count: 1000 })
  expect(rows).toMatchObject({ items: 40_000, kind: 'array', next: 1000 })
  let text = ''
  for (let next: number | undefined = 0; next !== undefined; ) {
    const part: { text: string; next?: number | undefined } = await lab.call('tool.result', {
      id,
      offset: next,
      count: 1_048_576,
    })
    text += part.text
    next = part.next
  }
  expect((JSON.parse(text) as { data: { rows: unknown[] } }).data.rows).toHaveLength(40_000)
  expect(await lab.refusal('tool.result', { id, at: 'data.nothing' })).toMatchObject({ code: 'not_found' })
  expect(await lab.refusal('tool.result', { id, at: 'data..x' })).toMatchObject({ code: 'usage' })
})

test('two large results are compared value by value, and a small one with a large one', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', {}, `if (input.small) print({ ok: true, data: { failed: 3 } })\nelse { ${RUN} }`)
  const [one, two, small] = [
    await runToEnd(lab, 'big'),
    await runToEnd(lab, 'big', { change: 31_234 }),
    await runToEnd(lab, 'big', { small: true }),
  ]
  const { result } = await lab.call('tool.compare', { id: one.id, other_id: two.id })
  expect(result).toEqual([{ path: '$.data.rows[31234].text', before: 'x'.repeat(60), after: 'changed' }])
  const other = await lab.call('tool.compare', { id: small.id, other_id: one.id })
  expect(other.result.map(({ path }) => path)).toEqual(['$.data.rows', '$.data.names', '$.data.last', '$.type'])
})

test('a large result that failed becomes a card with its data, its error lines and a title', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'big', {}, RUN)
  const { id } = await runToEnd(lab, 'big', { ok: false })
  const made = await lab.call('tool.add_to', { name: 'big', interaction_id: id, target: 'feature' })
  expect(made.title).toBe('Compile error: src/a.ts(1,1): error TS2322: wrong')
  const draft = lab.read(`.sdlc/features/${made.id}/spec.md`)
  expect(draft).toContain('src/a.ts(1,1): error TS2322: wrong')
  expect(draft).toMatch(/\{"rows":\[\{"n":0,[\s\S]*more bytes/)
})

test('a result in any order of keys, over several lines and of 20 MB is one; a large text is none', async () => {
  await using lab = await openLab()
  const run = `const long = 'x'.repeat(20000000)
    if (input.how === 'last') fs.writeSync(1, '{"data":"' + long + '","ok":true}\\n')
    if (input.how === 'lines') console.log(JSON.stringify({ ok: true, data: { text: long } }, null, 2))
    if (input.how === 'torn') fs.writeSync(1, '{"ok":true,"data":"' + long)
    if (input.how === 'other') print({ kind: 'other', text: long })`
  await trustedTool(lab, 'any', {}, `${run.replaceAll('fs.writeSync(1, ', 'process.stdout.write(')}`)
  const outcome = async (how: string) => {
    const { status, result } = await runToEnd(lab, 'any', { how })
    return [how, status, result?.ok, result?.['spooled']]
  }
  expect([await outcome('last'), await outcome('lines'), await outcome('torn'), await outcome('other')]).toEqual([
    ['last', 'succeeded', true, 'result.json'],
    ['lines', 'succeeded', true, 'result.json'],
    ['torn', 'failed', false, undefined],
    ['other', 'failed', false, undefined],
  ])
})

test('an attachment that is called like the file of a large result does not replace it', async () => {
  await using lab = await openLab()
  const run = `print({ type: 'attachment', name: 'result.json', base64: Buffer.from('mine').toString('base64') })
    print({ type: 'result', ok: true, data: 'x'.repeat(2000000) })`
  await trustedTool(lab, 'both', { streaming: true }, run)
  const { interaction_id: id } = await lab.call('tool.run', { name: 'both' }, person)
  const { attachments = [] } = await endOf(lab, 'both', id)
  expect(attachments.map(({ name }) => name)).toEqual(['result-2.json', 'result.json'])
})
