import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { createApp } from '../src/app/app.ts'
import type { Manifest } from '../src/operation/manifest.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'

interface ToolCall {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** A piece of work: the first call, as the instructions tell it, and the texts that only its author can write. */
export interface AgentScript {
  readonly name: string
  readonly first: ToolCall
  /** By `stage.field`, or by field where every stage has the same. */
  readonly texts: Readonly<Record<string, unknown>>
  /** By action: what the author of a call says beyond what the last answer proposed. */
  readonly adds?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** What the agent does between two calls: it edits code when the tasks are to be done. */
  readonly work?: Readonly<Record<string, (root: string) => void>>
  /** The work is over when an answer says this. */
  isDone(answer: Answer): boolean
  readonly limits: { readonly calls: number; readonly tokens: number }
}

export interface Answer {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

interface Step {
  readonly stage?: string
  readonly tool: ToolCall
  readonly needs?: readonly string[]
}

export interface Followed {
  readonly calls: readonly string[]
  /** How often a person had to decide; they confirm what an answer left with them. */
  readonly approvals: number
  /** Bytes / 4 of the texts that the model reads. */
  readonly tokens: number
  readonly last: Answer
}

const MOST_CALLS = 60

/** Follows the next step of every answer over `furrow mcp`, and nothing else. A refusal is followed by its `fix_tool`. */
export async function followScript(script: AgentScript): Promise<Followed> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-agent-'))
  const root = newRepository(path.join(folder, 'repository'))
  const home = path.join(folder, 'home')
  using client = connect(root, home)
  try {
    await client.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'scripted', version: '1' },
    })
    const { tools } = (await client.request('tools/list', {})) as { tools: { name: string }[] }
    const listed = new Set(tools.map(({ name }) => name))
    const calls: string[] = []
    let tokens = 0
    let approvals = 0
    let call = script.first
    for (;;) {
      if (!listed.has(call.name)) throw new Error(`${script.name}: ${call.name} is not on the list`)
      calls.push(`${call.name} ${JSON.stringify(call.arguments).slice(0, 80)}`)
      const answer = (await client.request('tools/call', { ...call })) as Answer
      tokens += Math.ceil(Buffer.byteLength(answer.content.map(({ text }) => text).join('\n')) / 4)
      if (script.isDone(answer)) return { calls, approvals, tokens, last: answer }
      if (calls.length === MOST_CALLS) throw new Error(`${script.name} goes on and on:\n${calls.join('\n')}`)
      const request = (answer.structuredContent?.person as { request?: string } | undefined)?.request
      if (request === undefined) call = nextCall(script, answer, root)
      else {
        await confirm(request, { root, home })
        approvals += 1
      }
    }
  } finally {
    client[Symbol.dispose]()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function nextCall(script: AgentScript, answer: Answer, root: string): ToolCall {
  const step = stepOf(answer)
  if (step === undefined)
    throw new Error(
      `${script.name}: the answer names no next step:\n${answer.content.map(({ text }) => text).join('\n')}`,
    )
  const { stage = '', tool, needs = [] } = step
  script.work?.[stage]?.(root)
  const texts = needs.map(field => {
    const text = script.texts[`${stage}.${field}`] ?? script.texts[field]
    if (text === undefined) throw new Error(`${script.name}: nothing to write for ${stage}.${field}`)
    return [field, text]
  })
  const added = script.adds?.[String(tool.arguments.action)]
  return { name: tool.name, arguments: { ...tool.arguments, ...Object.fromEntries(texts), ...added } }
}

function stepOf({ isError, structuredContent = {} }: Answer): Step | undefined {
  if (isError !== true) {
    const { project } = structuredContent as { project?: { next?: Step } }
    return (structuredContent.next as Step | undefined) ?? project?.next
  }
  const { error } = structuredContent as { error?: { fix_tool?: ToolCall & { needs?: string[] } } }
  const fix = error?.fix_tool
  return (
    fix && { tool: { name: fix.name, arguments: fix.arguments }, ...(fix.needs !== undefined && { needs: fix.needs }) }
  )
}

/** A person reads what waits for them and allows it. */
async function confirm(id: string, { root, home }: { root: string; home: string }): Promise<void> {
  const manifest = JSON.parse(fs.readFileSync(path.join(packageRoot(), 'dist/manifest.json'), 'utf8')) as Manifest
  await using app = createApp({ manifest, root, env: { ...process.env, FURROW_HOME: home } })
  const actor = { kind: 'person', id: 'person', door: 'cli' } as const
  const outcome = await app.call('request.confirm', { id }, { actor })
  if (!outcome.ok) throw new Error(`${id} was refused: ${outcome.error.message}`)
}

function newRepository(root: string): string {
  fs.mkdirSync(path.join(root, 'src'), { recursive: true })
  fs.writeFileSync(path.join(root, 'src/search.js'), 'exports.search = query => query.trim().split(" ")\n')
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' })
  git('init', '-b', 'main')
  git('add', '.')
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-m', 'First')
  return root
}

interface Connection extends Disposable {
  request(method: string, params: object): Promise<unknown>
}

function connect(cwd: string, home: string): Connection {
  const { NODE_OPTIONS: _options, ...env } = process.env
  const bin = path.join(packageRoot(), 'dist/furrow.cjs')
  const child = spawn(process.execPath, [bin, 'mcp'], {
    cwd,
    env: { ...env, FURROW_HOME: home },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (message: { result?: unknown; error?: { message: string } }) => void>()
  readline.createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line) as { id?: number; result?: unknown; error?: { message: string } }
    if (message.id !== undefined) waiting.get(message.id)?.(message)
  })
  let id = 0
  child.once('exit', code => {
    for (const answer of waiting.values()) answer({ error: { message: `furrow mcp ended with ${code}` } })
  })
  return {
    request(method, params) {
      id += 1
      const sent = id
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: sent, method, params })}\n`)
      return new Promise((resolve, reject) => {
        waiting.set(sent, ({ result, error }) =>
          error === undefined ? resolve(result) : reject(new Error(error.message)),
        )
      })
    },
    [Symbol.dispose]: () => void child.stdin.end(),
  }
}

const isArchived = ({ structuredContent }: Answer) => structuredContent?.status === 'archived'

/** The stages of a change that is not about much; each as short as an honest text can be. */
const STAGES = {
  'describe.content':
    'An empty query crashes `search` (src/search.js:1): `query` is undefined. Expected: an empty list.',
  'context-check.content': 'Nothing found that conflicts. Small and compatible: a patch release.',
  'scope.content': 'In: src/search.js. Out: ranking.',
  'propose.content': 'Answer an empty list when there is no query. Rejected: throwing, because callers do not catch.',
  'spec.content': '- FR-001: When the query is empty, the system shall answer an empty list within 10 ms.',
  'clarify.content': 'Q: Is a query of spaces empty? A: Yes.',
  'design.content': '`search` checks its argument first. FR-001 is met there.',
  'tasks.content': '- [x] TASK-001: check the query in src/search.js. Covers: FR-001',
  'verify.content': 'Changed src/search.js; `node -e "require(\'./src/search.js\').search()"` answers [].',
}

const changeCode = (root: string) =>
  fs.writeFileSync(
    path.join(root, 'src/search.js'),
    'exports.search = (query = "") => query.trim().split(" ").filter(Boolean)\n',
  )

const writeSummary = (root: string) =>
  fs.writeFileSync(path.join(root, '.sow/project/summary.md'), '# The index\n\nKeep it in memory (src/search.js:1).\n')

export const AGENT_SCRIPTS: readonly AgentScript[] = [
  {
    name: 'small fix',
    first: {
      name: 'sdd_change',
      arguments: {
        type: 'fix',
        size: 'small',
        description: 'Fix the crash when the query is empty',
        content: STAGES['describe.content'],
      },
    },
    texts: STAGES,
    work: { verify: changeCode },
    isDone: isArchived,
    limits: { calls: 5, tokens: 1200 },
  },
  {
    name: 'medium feature',
    first: {
      name: 'furrow_start',
      arguments: { what: 'Add a feature: the search answers an empty list for an empty query' },
    },
    texts: STAGES,
    work: { verify: changeCode },
    isDone: isArchived,
    limits: { calls: 8, tokens: 1900 },
  },
  {
    name: 'large refactor',
    first: {
      name: 'furrow_start',
      arguments: { what: 'Refactor the whole search layer', type: 'refactor', size: 'large' },
    },
    texts: STAGES,
    work: { verify: changeCode },
    isDone: isArchived,
    limits: { calls: 8, tokens: 1900 },
  },
  {
    name: 'greenfield spec',
    first: { name: 'furrow_start', arguments: { what: 'Start a new project: a reading list that works offline' } },
    texts: {
      problem_statement: 'Links to articles get lost between devices.',
      target_users: 'Commuters who read offline.',
      proposed_solution: 'One list that keeps the text of each article.',
      success_criteria: '80 % of saved articles are opened within 7 days.',
      must_have: '- The system shall store the text of an article within 2 s.',
      should_have: '- The system shall list unread articles first.',
      non_functional: '- A list of 1,000 articles is shown within 200 ms.',
      definitions: '- **Article**: a text that was saved',
      facts: '- A list has articles.',
      constraints: '- When an article is read, Then it is archived.',
      answers: 'Which devices? Phones. Which limit? 1,000 articles.',
      dimension_scores: Object.fromEntries(
        [
          'target_users',
          'core_functionality',
          'data_model',
          'integrations',
          'edge_cases',
          'security',
          'scale_performance',
          'scope_boundaries',
        ].map(name => [name, 90]),
      ),
      evidence: 'FR-001, FR-002',
      architecture_overview: 'A store and a page.',
      tech_stack: 'Node, because it runs everywhere.',
      components: '- Store covers FR-001, BR-001\n- Page covers FR-002, NFR-001',
      data_model: 'article(id, text, read)',
      total_tasks: 2,
      estimated_effort: '2 days',
      tasks:
        '- TASK-001: The store. Covers: FR-001, BR-001\n- TASK-002: The page. Covers: FR-002, NFR-001. Depends on: TASK-001',
      requirements_coverage: 'FR-001: TASK-001. FR-002: TASK-002. NFR-001: TASK-002.',
      component_coverage: 'Store: TASK-001. Page: TASK-002.',
      consistency_issues: 'None found.',
      verdict: 'PASS',
    },
    isDone: ({ structuredContent }) =>
      (structuredContent?.next as { tool?: ToolCall } | undefined)?.tool?.arguments.action === 'trace',
    limits: { calls: 10, tokens: 3400 },
  },
  {
    name: 'exploration',
    first: { name: 'furrow_start', arguments: { what: 'Should we keep the index of the search in memory?' } },
    texts: { outcome: 'It fits up to 100,000 files.' },
    work: { Summarizing: writeSummary },
    isDone: ({ structuredContent }) => structuredContent?.archive !== undefined,
    limits: { calls: 7, tokens: 2200 },
  },
  {
    name: 'three-topic exploration',
    first: { name: 'exploration', arguments: { action: 'start', title: 'Where do we keep the index of the search?' } },
    texts: { outcome: 'It fits up to 100,000 files, see src/search.js line 1.' },
    adds: { task_create: { name: 'In memory', also: ['On disk', 'In a service'] } },
    work: { Summarizing: writeSummary },
    isDone: ({ structuredContent }) => structuredContent?.archive !== undefined,
    limits: { calls: 8, tokens: 2600 },
  },
]
