import path from 'node:path'
import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import { fieldsOf } from '../../../operation/command/fields.ts'
import { type CommandNode, commandTreeOf, locateCommand, sharedFlag } from '../../../operation/command/tree.ts'
import { type Failure, isRefused, refuse } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { helpText } from '../builtin/help.ts'
import type { CliContext } from '../call/context.ts'
import { identifyCaller, performIn } from '../call/perform.ts'
import { paint } from '../show/paint.ts'
import { type Audience, answerPlain, answerText } from '../show/show-answer.ts'

/** `furrow run build --scope web`: the flags are those of the tool's own schema. */
export async function run(argv: readonly string[], context: CliContext, audience: Audience): Promise<number> {
  const { manifest, terminal, open } = context
  const name = toolIn(argv)
  const actor = await identifyCaller(terminal, false)
  await using app = await open({ manifest, root: path.resolve(workspaceIn(argv) ?? '.'), env: terminal.env })
  const prepared = asksForHelp(argv) ? undefined : app.prepare(`tools.${name}`, { actor })
  const entry = await find(app, name, { actor, audience })
  // Without this wait the process that is prepared would start only after everything that is read and checked at once.
  await prepared
  const { node, rest } = locateCommand(commandTreeOf([entry]), ['run', ...argv])
  const typed = context.parse({ path: node.path, fields: fieldsOf(entry) }, rest)
  if (!typed.help) return await performIn(app, entry, typed, context)
  answerPlain(helpText(node, paint(audience.terminal.colors.stdout && !audience.json)), audience.json)
  return 0
}

function asksForHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h')
}

/** `furrow run` alone. */
export async function withoutTool(): Promise<number> {
  throw refuse('usage', 'furrow run needs the name of a tool.', { target: 'tool', fix: shell`furrow tool list` })
}

/** The commands with the tools of this repository among them, for completion; without them where they cannot be read. */
export async function withTools(
  argv: readonly string[],
  { manifest, terminal, open, tree }: CliContext,
): Promise<CommandNode> {
  try {
    await using app = await open({ manifest, root: path.resolve(workspaceIn(argv) ?? '.'), env: terminal.env })
    const entries = await app.list({ actor: await identifyCaller(terminal, false) })
    return commandTreeOf(entries.filter(({ cli }) => cli?.path.startsWith('run ')))
  } catch (error) {
    if (isRefused(error)) return tree
    throw error
  }
}

/** The first word that is no flag, and no value of one. */
export function toolIn(argv: readonly string[]): string {
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (!word.startsWith('-')) return word
    if (sharedFlag(word)?.value !== undefined && !word.includes('=')) at += 1
  }
  return ''
}

interface ToolLookup {
  readonly actor: Actor
  readonly audience: Audience
}

async function find(app: App, name: string, search: ToolLookup): Promise<OperationEntry> {
  const listed = (await listedAs(app, name, search.actor)) ?? (await listedAgain(app, name, search.actor))
  if (listed !== undefined) return listed
  const outcome = await app.call('tool.run', { name, input: {} }, { actor: search.actor })
  const trusted = !outcome.ok && outcome.error.code === 'untrusted' && (await trustNow(app, name, search))
  const found = trusted ? await listedAs(app, name, search.actor) : undefined
  if (found !== undefined) return found
  throw outcome.ok ? new Error(`${name} runs and is not listed`) : asRefusal(outcome.error)
}

async function listedAs(app: App, name: string, actor: Actor): Promise<OperationEntry | undefined> {
  return (await app.list({ actor, only: `tools.${name}` })).find(({ cli }) => cli?.path === `run ${name}`)
}

/** Looking at one tool asks it again what it is; the cause of an earlier failure may have passed. */
async function listedAgain(app: App, name: string, actor: Actor): Promise<OperationEntry | undefined> {
  const outcome = await app.call('tool.info', { name }, { actor })
  return outcome.ok ? listedAs(app, name, actor) : undefined
}

/** Whoever edits a tool at a terminal is shown what would run, and asked, in place of a second command. */
async function trustNow(app: App, name: string, { actor, audience }: ToolLookup): Promise<boolean> {
  if (actor.kind !== 'person' || audience.json || !audience.terminal.stdin) return false
  const status = await app.call('trust.status', {}, { actor })
  if (!status.ok) throw asRefusal(status.error)
  await answerText(status.text(), { terminal: audience.terminal, to: 'stderr' })
  const { askWhether } = await import('../terminal/ask-person.ts')
  if (!(await askWhether(`Trust ${name} as it is now, and run it?`))) return false
  const { shown } = status.value as { shown: string }
  const granted = await app.call('trust.grant', { subjects: [`tool:${name}`], shown }, { actor })
  return granted.ok
}

function workspaceIn(argv: readonly string[]): string | undefined {
  const at = argv.findIndex(word => word === '--workspace' || word.startsWith('--workspace='))
  if (at < 0) return undefined
  return argv[at]?.includes('=') ? argv[at]?.slice('--workspace='.length) : argv[at + 1]
}

function asRefusal({ code, message, ...more }: Failure): Error {
  return refuse(code, message, more)
}
