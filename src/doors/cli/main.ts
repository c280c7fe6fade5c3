import { commandHelp } from '../../operation/command/command-line.ts'
import { fieldsOf } from '../../operation/command/fields.ts'
import { whereNow } from '../../operation/command/former.ts'
import { parseTyped } from '../../operation/command/parse.ts'
import {
  type CommandNode,
  commandTreeOf,
  type LocatedCommand,
  locateCommand,
  unknownCommand,
} from '../../operation/command/tree.ts'
import { refuse } from '../../operation/errors.ts'
import type { Manifest } from '../../operation/manifest.ts'
import { builtins } from './builtin/builtins.ts'
import type { CliContext, OpenApp } from './call/context.ts'
import { readManifest } from './manifest.ts'
import { paint } from './show/paint.ts'
import { type Audience, answerError, answerPlain } from './show/show-answer.ts'
import { writeStdout } from './terminal/stdio.ts'
import { thisTerminal } from './terminal/terminal.ts'

export interface CliOptions {
  readonly manifest: Manifest
  readonly open: OpenApp
}

/** The command line door: find the command, read its flags, do it, answer with text or JSON and an exit code. */
export async function main(argv: readonly string[], door: CliOptions = thisDoor()): Promise<void> {
  const terminal = thisTerminal()
  const audience: Audience = { terminal, json: wantsJson(argv) }
  process.on('uncaughtException', error => process.exit(answerError(error, audience)))
  try {
    process.exitCode = await run(argv.length === 0 ? ['status'] : argv, door, audience)
  } catch (error) {
    process.exitCode = isInterrupted(error) ? 130 : answerError(error, audience)
  }
}

function thisDoor(): CliOptions {
  return {
    manifest: readManifest(),
    open: async options => (await import('../../app/app.ts')).createApp(options),
  }
}

async function run(argv: readonly string[], { manifest, open }: CliOptions, audience: Audience): Promise<number> {
  const tree = commandTreeOf([...manifest.operations, ...builtins.map(({ entry }) => entry)])
  if (argv[0] === 'host') return (await import('./commands/host.ts')).host(argv.slice(1))
  if (argv[0] === 'index') return (await import('./commands/index-codebase.ts')).indexCodebase(argv.slice(1))
  const context: CliContext = { manifest, tree, terminal: audience.terminal, open, parse: parseTyped }
  if (argv[0] === '__complete') return printCandidates(context, argv.slice(1))
  if (argv[0] === 'run' && argv.slice(1).some(word => !word.startsWith('-'))) {
    interpretSchemas()
    return (await import('./commands/run.ts')).run(argv.slice(1), context, audience)
  }
  const { place, hint } = whereNow(tree, locateCommand(tree, argv))
  if (hint !== undefined) writeStdout('stderr', `${hint}\n`)
  const { entry, path, children } = place.node
  if (entry === undefined) return group(place, audience)
  const typed = parseTyped({ path, fields: fieldsOf(entry), children: [...children.keys()] }, place.rest)
  if (typed.help) return printHelp(place.node, audience)
  const builtin = builtins.find(({ entry: { name } }) => name === entry.name)
  if (builtin !== undefined) return (await builtin.load())(typed, context)
  interpretSchemas()
  const { perform } = await import('./call/perform.ts')
  return perform(entry, typed, context)
}

/**
 * A command checks a few values with each schema; compiling a parser for every one of them costs more than it saves. zod looks
 * for this setting when it is loaded, which is later, or never.
 */
function interpretSchemas(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}

/** Asked by the shells at every press of the tab key. */
async function printCandidates(context: CliContext, words: readonly string[]): Promise<number> {
  const { complete } = await import('./builtin/complete.ts')
  const asksForTools = words[0] === 'run' && words.length > 1
  const tree = asksForTools ? (await import('./commands/run.ts')).withTools(words, context) : context.tree
  writeStdout(
    'stdout',
    complete(await tree, words)
      .map(({ value, summary }) => `${value}\t${summary}\n`)
      .join(''),
  )
  return 0
}

/** `furrow change`, `furrow change --help`, `furrow change archve` */
async function group({ node, rest, word }: LocatedCommand, audience: Audience): Promise<number> {
  if (word !== undefined) throw unknownCommand(node, word)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(node, audience)
  const typed = ['furrow', node.path].join(' ').trimEnd()
  throw refuse('usage', `${typed} needs a command: ${[...node.children.keys()].sort().join(', ')}.`, {
    target: node.path,
    fix: commandHelp(node.path),
  })
}

async function printHelp(node: CommandNode, { terminal, json }: Audience): Promise<number> {
  const { helpText } = await import('./builtin/help.ts')
  answerPlain(helpText(node, paint(terminal.colors.stdout && !json)), json)
  return 0
}

/** Ctrl-C at a question. */
function isInterrupted(error: unknown): boolean {
  return error instanceof Error && error.name === 'Interrupted'
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? argv.length : end).includes('--json')
}
