import { afterAll, expect, test } from 'vitest'
import { agent, type Lab } from '../lab.ts'
import { pageTools } from '../support/page-tools.ts'
import { MARK, PAYLOADS } from '../support/payloads.ts'
import { closeBrowser, openWindow, type Served, serveLab } from './browser.ts'

afterAll(closeBrowser)

/** All of them, for what takes a long text. */
const ALL = PAYLOADS.join('\n\n')

test(`X14: ${PAYLOADS.length} hostile texts in every stored field run nothing and break no page`, async () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60)
  await using served = await serveLab()
  const pages = await poison(served)
  await using window = await openWindow(served)
  const { page, context } = window
  const strange: string[] = []
  page.on('dialog', dialog => {
    strange.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('request', request => {
    if (!request.url().startsWith(served.address) && !/^(?:blob|data):/.test(request.url()))
      strange.push(`a request to ${request.url()}`)
  })
  for (const path of pages) {
    await window.visit(path)
    const { ran, links } = await page.evaluate(mark => {
      const schemes = [...document.querySelectorAll('a[href], form[action], iframe[src], object[data], embed[src]')]
      const hrefs = schemes.map(one => ['href', 'action', 'src', 'data'].map(name => one.getAttribute(name)).join(''))
      return { ran: mark in window, links: hrefs }
    }, MARK)
    if (ran) strange.push(`${path}: something ran`)
    for (const href of links) if (!isHarmless(href)) strange.push(`${path}: a link to ${href}`)
    expect(await page.locator('h1').first().isVisible(), path).toBe(true)
  }
  expect(strange).toEqual([])
  expect(window.complaints).toEqual([])
})

/** Below our own address, or an ordinary address of the web. */
function isHarmless(href: string): boolean {
  return (
    /^(?:https?:|#|\?|mailto:)/.test(href) ||
    /^\/(?!\/)/.test(href) ||
    (!/^[^/?#]*:/.test(href) && !href.startsWith('//'))
  )
}

/** Puts hostile text wherever somebody can store any; answers the pages that show it. */
async function poison({ lab, furrow }: Served): Promise<string[]> {
  await poisonMemory(lab)
  await poisonWork(lab)
  const exploration = await poisonExploration(lab)
  const board = await poisonBoard(lab)
  const runs = await poisonRuns(lab)
  const thread = await poisonThread(lab)
  await furrow('config', 'set', 'project.name', PAYLOADS[0] ?? '')
  await lab.refusal('trust.grant', {}, { ...agent, id: PAYLOADS[6] ?? '' })
  const { requests } = await lab.call('request.list', {})
  return [
    '/',
    '/memory',
    '/memory?q=script',
    ...[1, 2, 3].flatMap(id => [`/memory/${id}`, `/memory/${id}?tab=history`, `/memory/${id}?tab=relations`]),
    '/specs',
    ...['propose', 'specify', 'business-rules', 'clarify'].map(stage => `/specs?stage=${stage}`),
    '/specs?view=gate',
    '/specs?view=trace',
    '/specs?view=findings',
    '/changes',
    ...(await lab.call('change.list', {})).changes.flatMap(({ id }) => [
      `/changes/${id}`,
      `/changes/${id}?stage=describe`,
    ]),
    ...exploration,
    ...board,
    ...runs,
    ...thread,
    `/confirm/${requests[0]?.id}`,
    '/secrets',
    '/settings',
    '/connect',
  ]
}

async function poisonMemory(lab: Lab): Promise<void> {
  for (const [index, payload] of PAYLOADS.entries())
    await lab.call(
      'memory.save',
      {
        title: titled(payload),
        content: index < 3 ? ALL : `${payload} script`,
        topic_key: 'a/b',
        ...(index > 1 && { relate_to: [1] }),
      },
      index % 2 === 0 ? agent : undefined,
    )
}

/** Titles take no control characters; a test of the doors holds them to that. */
function titled(payload: string): string {
  return payload.replace(/\p{Cc}/gu, ' ')
}

async function poisonWork(lab: Lab): Promise<void> {
  await lab.call('spec.init', { name: PAYLOADS[0] ?? '', description: ALL, mode: 'guided' })
  await lab.call('spec.propose', {
    problem_statement: ALL,
    target_users: `- ${ALL}`,
    proposed_solution: ALL,
    success_criteria: ALL,
  })
  await lab.call('spec.specify', {
    must_have: PAYLOADS.map(text => `- ${text.replaceAll('\n', ' ')} shall`).join('\n'),
    should_have: ALL,
    non_functional: ALL,
  })
  for (const payload of [PAYLOADS[0], PAYLOADS[6], PAYLOADS[30]]) {
    const { id } = await lab.call('change.start', { type: 'fix', size: 'small', description: payload ?? '' })
    await lab.call('change.advance', { content: ALL, title: (payload ?? '').slice(0, 80) })
    await lab.call('adr.record', { title: payload ?? '', context: ALL, decision: ALL, rationale: ALL })
    await lab.call('context.check', {})
    await lab.call('change.pause', { id })
  }
}

async function poisonExploration(lab: Lab): Promise<string[]> {
  await lab.call('exploration.start', { title: PAYLOADS[1] ?? '', name: 'hostile' })
  await lab.call('exploration.task_create', { name: (PAYLOADS[6] ?? '').slice(0, 80), question: ALL })
  lab.write('.sow/project/findings/x.md', ALL)
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: ALL, refs: ['findings/x.md'] })
  await lab.call('exploration.note', { text: ALL, kind: 'decision' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', ALL)
  await lab.call('artifact.add', { path: 'summary.md' })
  const tabs = ['work', 'summaries', 'plan', 'brief', 'log'].map(tab => `/explorations/hostile?tab=${tab}`)
  return ['/explorations', ...tabs]
}

async function poisonBoard(lab: Lab): Promise<string[]> {
  const { id } = await lab.call('feature.create', { title: PAYLOADS[6] ?? '', description: ALL, spec: ALL })
  await lab.call('task.add', { id, title: PAYLOADS[0] ?? '', body: ALL })
  await lab.call('ponder.create', { title: PAYLOADS[1] ?? '', brief: ALL })
  await lab.call('feedback.add', { text: ALL })
  return ['/board']
}

async function poisonRuns(lab: Lab): Promise<string[]> {
  await pageTools(lab)
  lab.write('.sdlc/tools/hostile/tool.ts', hostileTool())
  await lab.call('trust.status', {})
  await lab.call('trust.grant', {})
  const { interaction_id } = await lab.call('tool.run', { name: 'hostile', input: { text: ALL } })
  await lab.call('run.wait', { id: interaction_id })
  await lab.call('tool.annotate', { name: 'hostile', id: interaction_id, notes: ALL })
  lab.write('print.mjs', `console.log(${JSON.stringify(ALL)}); console.error(${JSON.stringify(ALL)})`)
  const { id } = await lab.call('run.exec', {
    argv: ['node', 'print.mjs', PAYLOADS[0] ?? ''],
    label: PAYLOADS[6] ?? '',
  })
  await lab.call('run.wait', { id })
  return [
    '/tools',
    '/tools/hostile',
    `/tools/hostile?run=${interaction_id}`,
    '/tools/hostile?tab=history',
    '/runs',
    `/runs/${id}`,
    `/runs/${interaction_id}`,
  ]
}

/** Its meta, its log and its result are all hostile. */
function hostileTool(): string {
  const meta = {
    name: 'hostile',
    display_name: PAYLOADS[0],
    description: PAYLOADS[6],
    version: '1.0.0',
    requires_setup: false,
    streaming: true,
    tags: [PAYLOADS[9]],
    input_schema: { type: 'object', properties: { text: { type: 'string', description: PAYLOADS[13] } } },
    output_schema: {},
    form_layout: [{ key: 'text', type: 'textarea', label: PAYLOADS[6], placeholder: PAYLOADS[0], help: PAYLOADS[30] }],
    result_actions: [{ label: PAYLOADS[9], prompt_template: ALL, confirm: PAYLOADS[6] }],
    render: { kind: 'markdown', path: '$.data.text' },
  }
  return `const print = (value: unknown) => console.log(JSON.stringify(value))
if (process.argv[2] === '--meta') print(${JSON.stringify(meta)})
if (process.argv[2] === '--run') {
  print({ type: 'progress', message: ${JSON.stringify(PAYLOADS[6])}, percent: 10 })
  print({ type: 'log', level: 'stdout', line: ${JSON.stringify(ALL)} })
  print({ type: 'attachment', kind: 'text', name: 'x.html', base64: btoa('<script>1</script>') })
  print({ type: 'result', ok: true, data: { text: ${JSON.stringify(ALL)} } })
}
`
}

async function poisonThread(lab: Lab): Promise<string[]> {
  lab.write('src/hostile.ts', `// ${ALL.replaceAll('\n', '\n// ')}\nexport function hostile() {}\n`)
  const { thread_id } = await lab.call('ask.answer', {
    question: `${PAYLOADS[6]} hostile function?`,
    title: PAYLOADS[0] ?? '',
  })
  return ['/ask', `/ask/${thread_id}`]
}
