import { shell } from '../../shared/shell/shell.ts'
import { refuse } from '../errors.ts'
import type { OperationEntry } from '../manifest.ts'
import { didYouMean } from '../names/nearest.ts'
import { commandHelp } from './command-line.ts'

/** A word of the command line: a group of commands, a command, or both (`trust` and `trust list`). */
export interface CommandNode {
  /** `change archive` */
  readonly path: string
  readonly children: ReadonlyMap<string, CommandNode>
  readonly entry?: OperationEntry
}

/** What the words of a command line lead to, and what is left of them. */
export interface LocatedCommand {
  readonly node: CommandNode
  readonly rest: readonly string[]
  /** The first word that is no command here. */
  readonly word?: string
}

interface Growing {
  readonly path: string
  readonly children: Map<string, Growing>
  entry?: OperationEntry
}

/** All commands by their words, from the operations that have a command. */
export function commandTreeOf(operations: readonly OperationEntry[]): CommandNode {
  const root: Growing = { path: '', children: new Map() }
  for (const entry of operations) {
    for (const command of [entry, ...alsoOf(entry)]) {
      if (command.cli === undefined) continue
      let node = root
      for (const word of command.cli.path.split(' ')) node = childOf(node, word)
      node.entry = command
    }
  }
  return root
}

/** The same operation under its other commands; what such a command says already is no flag of it. */
function alsoOf(entry: OperationEntry): OperationEntry[] {
  const { cli, input } = entry
  return (cli?.also ?? []).map(({ path, example, given = {} }) => {
    const properties = Object.entries(input.properties ?? {}).filter(([name]) => given[name] === undefined)
    // With its getters as they are: a copy by value would read the schemas of all outputs.
    const same = Object.defineProperties({}, Object.getOwnPropertyDescriptors(entry)) as OperationEntry
    return Object.assign(same, {
      input: { ...input, properties: Object.fromEntries(properties) },
      cli: { ...cli, path, example, given, also: [] },
    })
  })
}

function childOf(node: Growing, word: string): Growing {
  const known = node.children.get(word)
  if (known !== undefined) return known
  const child: Growing = { path: node.path === '' ? word : `${node.path} ${word}`, children: new Map() }
  node.children.set(word, child)
  return child
}

/** Walks as far as the words name commands. Shared flags may stand before and between them and are kept. */
export function locateCommand(root: CommandNode, argv: readonly string[]): LocatedCommand {
  let node = root
  let at = 0
  const kept: string[] = []
  for (let word = argv[at]; word !== undefined; word = argv[at]) {
    const shared = sharedFlag(word)
    const width = shared === undefined ? 0 : shared.value !== undefined && !word.includes('=') ? 2 : 1
    const child = node.children.get(word)
    if (width === 0 && child === undefined) break
    if (width === 0) node = child ?? node
    else kept.push(...argv.slice(at, at + width))
    at += Math.max(width, 1)
  }
  const word = argv[at]
  return { node, rest: [...kept, ...argv.slice(at)], ...(word !== undefined && { word }) }
}

/** A word that should have been a command here. */
export function unknownCommand(node: CommandNode, word: string, more: readonly string[] = []) {
  const known = [...node.children.keys(), ...more]
  const typed = node.path === '' ? word : `${node.path} ${word}`
  // A sentence where a command belongs: `furrow explore "Could we ...?"` means to start something.
  if (word.includes(' ') && node.children.has('start')) {
    const start = `${node.path} start`.trim()
    return refuse('usage', `A command comes before the text: furrow ${start} ${JSON.stringify(word)}.`, {
      fix: commandHelp(start),
    })
  }
  return refuse('usage', `There is no command ${JSON.stringify(`furrow ${typed}`)}.${didYouMean(word, known)}`, {
    target: typed,
    fix: node.path === '' ? shell`furrow help` : commandHelp(node.path),
  })
}

/** Flags that every command takes, at any place before `--`. */
export interface SharedFlag {
  readonly name: string
  readonly short?: string
  /** What its value is called; without one it takes none. */
  readonly value?: string
  readonly summary: string
}

export const SHARED: readonly SharedFlag[] = [
  { name: 'json', summary: 'one JSON document on stdout: the answer, or { "error": ... }' },
  { name: 'yes', short: 'y', summary: 'do not ask; it does not make you a person' },
  { name: 'workspace', value: 'dir', summary: 'the workspace to work in, by itself the one around you' },
  { name: 'operation-id', value: 'id', summary: 'a retry with the same id is applied once' },
  { name: 'help', short: 'h', summary: 'this text' },
]

/** `--workspace`, `--workspace=x` or `-y`, if it is one of them. */
export function sharedFlag(word: string): SharedFlag | undefined {
  const [typed = ''] = word.split('=', 1)
  return SHARED.find(({ name, short }) => typed === `--${name}` || (short !== undefined && typed === `-${short}`))
}
