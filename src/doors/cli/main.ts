import { refuse } from '../../operation/errors.ts'
import { answerError } from './answer.ts'
import { builtins } from './builtins.ts'
import type { Context } from './context.ts'
import { fieldsOf } from './fields.ts'
import { readManifest } from './manifest.ts'
import { paint } from './paint.ts'
import { parseTyped } from './parse.ts'
import { write } from './stdio.ts'
import { type Terminal, thisTerminal } from './terminal.ts'
import { locate, type Node, type Place, treeOf, unknownCommand } from './tree.ts'

/** The command line door: find the command, read its flags, do it, answer with text or JSON and an exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  const terminal = thisTerminal()
  try {
    process.exitCode = await run(argv.length === 0 ? ['status'] : argv, terminal)
  } catch (error) {
    process.exitCode = isInterrupted(error) ? 130 : answerError(error, { terminal, json: wantsJson(argv) })
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const manifest = readManifest()
  const tree = treeOf([...manifest.operations, ...builtins.map(({ entry }) => entry)])
  const context: Context = { manifest, tree, terminal }
  const place = locate(tree, argv)
  const { entry } = place.node
  if (entry === undefined) return group(place, terminal)
  const { path, children } = place.node
  const typed = parseTyped({ path, fields: fieldsOf(entry), children: [...children.keys()] }, place.rest)
  if (typed.help) return printHelp(place.node, terminal)
  const builtin = builtins.find(({ entry: { name } }) => name === entry.name)
  if (builtin !== undefined) return (await builtin.load())(typed, context)
  const { perform } = await import('./perform.ts')
  return perform(entry, typed, context)
}

/** `furrow change`, `furrow change --help`, `furrow change archve` */
async function group({ node, rest, word }: Place, terminal: Terminal): Promise<number> {
  if (word !== undefined) throw unknownCommand(node, word)
  if (rest.includes('--help') || rest.includes('-h')) return printHelp(node, terminal)
  const typed = ['furrow', node.path].join(' ').trimEnd()
  throw refuse('usage', `${typed} needs a command: ${[...node.children.keys()].sort().join(', ')}.`, {
    target: node.path,
    fix: `${typed} --help`,
  })
}

async function printHelp(node: Node, terminal: Terminal): Promise<number> {
  const { helpText } = await import('./help.ts')
  write('stdout', helpText(node, paint(terminal.colors.stdout)))
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
