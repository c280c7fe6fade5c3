import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createRun } from '../../src/runs/record/records.ts'
import { agent, type Lab, person } from '../lab.ts'
import { SCRIPTED, startAgent, waiting } from '../support/agents.ts'
import { MARK, PAYLOADS } from '../support/payloads.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'
import type { Served } from './browser.ts'

/** All of them, for what takes a long text. */
const ALL = PAYLOADS.join('\n\n')
/** As much of it as a reason may have. */
const REASON = ALL.slice(0, 1_900)
const [SCRIPT = '', IMAGE = '', SVG = ''] = [PAYLOADS[0], PAYLOADS[6], PAYLOADS[9]]

/** Titles take no control characters; a test of the doors holds them to that. */
const TITLES = PAYLOADS.map(payload => payload.replace(/\p{Cc}/gu, ' ')).filter(title => title.trim() !== '')
/** All of them in as few titles as hold them, where each is a write of its own. */
const FULL_TITLES = filled(TITLES)

/** A row of a table is no requirement and would be refused. */
const AS_ITEMS = ALL.replaceAll(/^\|/gm, '- |')

function filled(texts: readonly string[]): string[] {
  const titles: string[] = []
  for (const text of texts) {
    const last = titles.at(-1)
    if (last !== undefined && last.length + text.length < 198) titles[titles.length - 1] = `${last} ${text}`
    else titles.push(text)
  }
  return titles
}

/** Puts hostile text wherever somebody can store any; answers the pages that show it. */
export async function poison({ lab, furrow }: Served): Promise<string[]> {
  poisonConfig(lab)
  await poisonMemory(lab)
  const work = await poisonWork(lab)
  const exploration = await poisonExploration(lab)
  const board = await poisonBoard(lab)
  const runs = await poisonRuns(lab)
  const agents = await poisonAgents(lab)
  const thread = await poisonThread(lab)
  poisonDamaged(lab)
  await furrow('config', 'set', 'project.name', SCRIPT)
  await lab.refusal('trust.grant', {}, { ...agent, id: IMAGE })
  const { requests } = await lab.call('request.list', {})
  execFileSync('git', ['-C', lab.root, 'checkout', '-q', '-b', `<svg/onload=window.${MARK}=1>`])
  return [
    '/',
    '/memory',
    '/memory?q=script',
    ...['', '?tab=history', '?tab=relations'].map(tab => `/memory/1${tab}`),
    ...work,
    ...exploration,
    ...board,
    ...runs,
    ...agents,
    ...thread,
    `/confirm/${requests[0]?.id}`,
    '/secrets',
    '/settings',
    '/connect',
  ]
}

/** Rules of a person and of the repository, an agent, and keys that nobody knows, which a warning names. */
function poisonConfig(lab: Lab): void {
  const permissions = TITLES.map(title => ({ tool: title, path: title, action: 'deny' }))
  const scripted = { command: process.execPath, args: [SCRIPTED, ...TITLES], env: {} }
  const config = { schema_version: 1, agents: { default: 'scripted', scripted, permissions }, [IMAGE]: 1 }
  fs.mkdirSync(lab.home, { recursive: true })
  fs.writeFileSync(path.join(lab.home, 'config.yaml'), JSON.stringify(config), { mode: 0o600 })
  const project = { aliases: TITLES }
  lab.write('.sdlc/config.yaml', JSON.stringify({ schema_version: 1, project, agents: { permissions }, [SVG]: IMAGE }))
}

async function poisonMemory(lab: Lab): Promise<void> {
  for (const [index, title] of FULL_TITLES.entries())
    await lab.call(
      'memory.save',
      {
        title,
        content: index < 3 ? ALL : `${title} script`,
        topic_key: 'a/b',
        ...(index > 1 && { relate_to: [1] }),
      },
      index % 2 === 0 ? { ...agent, id: title } : undefined,
    )
}

async function poisonWork(lab: Lab): Promise<string[]> {
  await lab.call('spec.init', { name: SCRIPT, description: ALL, mode: 'guided' })
  await lab.call('spec.propose', {
    problem_statement: ALL,
    target_users: `- ${ALL}`,
    proposed_solution: ALL,
    success_criteria: ALL,
  })
  await lab.call('spec.specify', {
    must_have: PAYLOADS.map(text => `- ${text.replaceAll('\n', ' ')} shall`).join('\n'),
    should_have: AS_ITEMS,
    non_functional: AS_ITEMS,
  })
  for (const payload of [SCRIPT, IMAGE, PAYLOADS[30] ?? '']) {
    const { id } = await lab.call('change.start', { type: 'fix', size: 'small', description: payload })
    await lab.call('change.advance', { content: ALL, title: payload.slice(0, 80) })
    await lab.call('adr.record', { title: payload, context: ALL, decision: ALL, rationale: ALL })
    await lab.call('context.check', {})
    await lab.call('change.pause', { id })
  }
  const { changes } = await lab.call('change.list', {})
  return [
    '/specs',
    ...['propose', 'specify', 'business-rules', 'clarify'].map(stage => `/specs?stage=${stage}`),
    ...['gate', 'trace', 'findings'].map(view => `/specs?view=${view}`),
    '/changes',
    '/changes?by=stage&history=on',
    ...['', '?stage=describe'].map(stage => `/changes/${changes[0]?.id}${stage}`),
  ]
}

async function poisonExploration(lab: Lab): Promise<string[]> {
  await lab.call('exploration.start', { title: PAYLOADS[1] ?? '', name: 'hostile' })
  for (const name of FULL_TITLES) await lab.call('exploration.task_create', { name, question: ALL })
  const finding = `findings/${IMAGE}.md`
  lab.write(`.sow/project/${finding}`, ALL)
  await lab.call('exploration.task_update', { id: '001', status: 'completed', outcome: ALL, refs: [finding] })
  for (let task = 2; task <= FULL_TITLES.length; task += 1)
    await lab.call('exploration.task_update', { id: String(task).padStart(3, '0'), status: 'abandoned', outcome: ALL })
  await lab.call('exploration.note', { text: ALL, kind: 'decision' })
  await lab.call('exploration.advance', {})
  lab.write('.sow/project/summary.md', ALL)
  await lab.call('artifact.add', { path: 'summary.md' })
  const tabs = ['work', 'summaries', 'plan', 'brief', 'log'].map(tab => `/explorations/hostile?tab=${tab}`)
  return ['/explorations', ...tabs]
}

/** One of every kind of card, and on one feature a task with each text. */
async function poisonBoard(lab: Lab): Promise<string[]> {
  const { id } = await lab.call('feature.create', { title: IMAGE, description: ALL, spec: ALL, origin: SVG })
  await lab.call('feature.write', { id, artifact: 'design', content: ALL })
  await lab.call('feature.reject', { id, artifact: 'design', reason: REASON })
  await lab.call('feature.waive', { id, artifact: 'qa-plan', reason: REASON })
  for (const title of FULL_TITLES) await lab.call('task.add', { id, title, body: ALL, source: SVG })
  await lab.call('task.block', { id, task: 'T2', reason: REASON })
  for (const title of FULL_TITLES) await lab.call('escalation.raise', { title, context: ALL })
  for (const text of [ALL, SCRIPT]) await lab.call('feedback.add', { text, origin: IMAGE })
  await lab.call('feedback.enrich', { id: 'f-001', text: ALL })
  const ponder = await lab.call('ponder.create', { title: PAYLOADS[1] ?? '', brief: ALL })
  await lab.call('ponder.capture', { id: ponder.id, name: 'notes', content: ALL })
  const looked = await lab.call('investigation.create', { title: SVG, context: ALL, origin: IMAGE })
  await lab.call('investigation.write', { id: looked.id, content: ALL })
  const stone = await lab.call('milestone.create', { title: SCRIPT, vision: ALL, features: [id] })
  await lab.call('milestone.acceptance', { id: stone.id, content: ALL })
  await lab.call('milestone.uat', { id: stone.id })
  await lab.call('milestone.verdict', { id: stone.id, verdict: 'failed', notes: REASON })
  return [
    ...['', '?tab=escalations', '?tab=feedback', '?tab=milestones'].map(tab => `/board${tab}`),
    ...['spec', 'design'].map(artifact => `/board/features/${id}?artifact=${artifact}`),
    `/board/ponders/${ponder.id}`,
    `/board/investigations/${looked.id}`,
    `/board/milestones/${stone.id}`,
    `/why?what=${encodeURIComponent(`task:${id}/T1`)}`,
  ]
}

async function poisonRuns(lab: Lab): Promise<string[]> {
  writeTool(lab, 'hostile', hostileTool())
  writeTool(lab, 'unready', bareTool({ display_name: SVG, requires_setup: true, setup_description: ALL }, ''))
  await trust(lab)
  const { interaction_id: ran } = await lab.call('tool.run', { name: 'hostile', input: { f0: ALL, f1: SCRIPT } })
  await lab.call('run.wait', { id: ran })
  await lab.call('tool.annotate', { name: 'hostile', id: ran, notes: ALL })
  lab.write('print.mjs', `console.log(${JSON.stringify(ALL)}, process.argv); console.error(${JSON.stringify(ALL)})`)
  const printed: string[] = []
  for (const payload of [SCRIPT, IMAGE]) {
    const { id } = await lab.call('run.exec', { argv: ['node', 'print.mjs', payload], label: payload })
    await lab.call('run.wait', { id })
    printed.push(id)
  }
  await labelled(lab)
  return [
    '/tools',
    '/tools/hostile',
    '/tools/unready',
    '/tools/broken',
    `/tools/hostile?run=${ran}`,
    ...['history', 'source', 'schema', 'agent'].map(tab => `/tools/hostile?tab=${tab}`),
    '/runs',
    `/runs/${printed[0]}?q=script&wrap=on`,
    `/runs/${printed[1]}`,
    `/runs/${ran}`,
    `/runs/compare?a=${printed[0]}&b=${printed[1]}`,
    `/runs/compare?a=${printed[0]}&b=${ran}`,
  ]
}

/** A run with each text as its label and its reason, without a process for each. */
async function labelled(lab: Lab): Promise<void> {
  await lab.app.within('run.exec', { actor: person }, async call => {
    const now = new Date(call.clock.now()).toISOString()
    for (const title of FULL_TITLES)
      await call.store.exclusively(() =>
        createRun(call, {
          kind: 'exec',
          label: title,
          argv: [title],
          cwd: lab.root,
          status: 'failed',
          reason: title,
          level: 'group',
          actor: { ...agent, id: title },
          trigger: 'run.exec',
          started_at: now,
          ended_at: now,
        }),
      )
  })
}

/** Its meta, its log, its attachment and its result are all hostile; each text is a label, a hint, a choice and a follow-up. */
function hostileTool(): string {
  const field = (title: string, index: number) => ({
    key: `f${index}`,
    type: index % 3 === 0 ? 'textarea' : index % 3 === 1 ? 'text' : 'select',
    label: title,
    placeholder: title,
    help: title,
    ...(index % 3 === 2 && { options: [title] }),
  })
  const meta = {
    name: 'hostile',
    display_name: SCRIPT,
    description: IMAGE,
    version: '1.0.0',
    requires_setup: false,
    streaming: true,
    tags: [SVG],
    input_schema: { type: 'object', properties: { f0: { type: 'string', description: ALL } } },
    output_schema: { description: ALL },
    form_layout: TITLES.map(field),
    result_actions: TITLES.map((label, index) => ({
      id: `a${index}`,
      label,
      icon: label,
      prompt_template: ALL,
      confirm: label,
    })),
    render: { kind: 'markdown', path: '$.data.text' },
  }
  return `const print = (value: unknown) => console.log(JSON.stringify(value))
if (process.argv[2] === '--meta') print(${JSON.stringify(meta)})
if (process.argv[2] === '--run') {
  print({ type: 'progress', message: ${JSON.stringify(IMAGE)}, percent: 10 })
  print({ type: 'log', level: 'stdout', line: ${JSON.stringify(ALL)} })
  print({ type: 'attachment', kind: 'text', name: 'x.html', base64: btoa('<script>1</script>') })
  print({ type: 'result', ok: false, error: ${JSON.stringify(ALL)}, data: { text: ${JSON.stringify(ALL)} } })
}
`
}

/** An agent that says, thinks, plans, calls and asks nothing else, and what it left in its worktree. */
async function poisonAgents(lab: Lab): Promise<string[]> {
  execFileSync('git', ['-C', lab.root, 'add', 'print.mjs'])
  execFileSync('git', ['-C', lab.root, '-c', 'user.name=x', '-c', 'user.email=x@y', 'commit', '-qm', 'x'])
  const run = await startAgent(
    lab,
    [
      { think: ALL },
      { plan: TITLES },
      ...FULL_TITLES.map((title, index) => ({
        tool: { toolCallId: `t${index}`, title, kind: 'read', status: 'completed' },
      })),
      { say: ALL },
      { write: { path: `${IMAGE}.txt`, content: `${ALL}\n` } },
      { ask: { id: 'ask', title: IMAGE, kind: 'delete', paths: [IMAGE], input: { text: ALL } } },
      { hang: true },
    ],
    { profile: 'write' },
  )
  await waiting(lab, run)
  return ['', '?view=changes', '?view=prompt', '?view=log'].map(view => `/runs/${run.id}${view}`)
}

async function poisonThread(lab: Lab): Promise<string[]> {
  const file = `src/${IMAGE}.ts`
  lab.write(file, `// ${ALL.replaceAll('\n', '\n// ')}\nexport function hostile() {}\n`)
  const { thread_id } = await lab.call('ask.answer', { question: `${IMAGE} hostile function?`, title: SCRIPT })
  return ['/ask', `/ask/${thread_id}`, `/ask/${thread_id}?file=${encodeURIComponent(file)}&line=1-9`]
}

/** What cannot be read is quoted where it is told of. */
function poisonDamaged(lab: Lab): void {
  lab.write('.sdlc/features/half-written/manifest.yaml', `title: [${SCRIPT}\n${IMAGE}\n`)
  lab.write('sdd/changes/half-written/change.json', `{"id": ${SCRIPT}`)
  lab.write(`.sdlc/tools/broken/tool.ts`, `this is ${IMAGE} not typescript (`)
}
