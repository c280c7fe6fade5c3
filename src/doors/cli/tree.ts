import { refuse } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { didYouMean } from '../../operation/nearest.ts'

/** A word of the command line: a group of commands, a command, or both (`trust` and `trust list`). */
export interface Node {
  /** `change archive` */
  readonly path: string
  readonly children: ReadonlyMap<string, Node>
  readonly entry?: OperationEntry
}

/** What the words of a command line lead to, and what is left of them. */
export interface Place {
  readonly node: Node
  readonly rest: readonly string[]
}

interface Growing {
  readonly path: string
  readonly children: Map<string, Growing>
  entry?: OperationEntry
}

/** All commands by their words, from the operations that have a command. */
export function treeOf(operations: readonly OperationEntry[]): Node {
  const root: Growing = { path: '', children: new Map() }
  for (const entry of operations) {
    if (entry.cli === undefined) continue
    let node = root
    for (const word of entry.cli.path.split(' ')) node = childOf(node, word)
    node.entry = entry
  }
  return root
}

function childOf(node: Growing, word: string): Growing {
  const known = node.children.get(word)
  if (known !== undefined) return known
  const child: Growing = { path: node.path === '' ? word : `${node.path} ${word}`, children: new Map() }
  node.children.set(word, child)
  return child
}

/** Flags that every command takes; those with a value swallow the next word. */
export const SHARED: ReadonlyMap<string, { readonly value: boolean }> = new Map([
  ['--json', { value: false }],
  ['--yes', { value: false }],
  ['-y', { value: false }],
  ['--help', { value: false }],
  ['-h', { value: false }],
  ['--workspace', { value: true }],
  ['--operation-id', { value: true }],
])

/** Walks as far as the words name commands. Shared flags may stand before and between them and are kept. */
export function locate(root: Node, argv: readonly string[]): Place {
  let node = root
  let at = 0
  const kept: string[] = []
  while (at < argv.length) {
    const word = argv[at] ?? ''
    const shared = sharedFlag(word)
    if (shared !== undefined) {
      const width = shared.value && !word.includes('=') ? 2 : 1
      kept.push(...argv.slice(at, at + width))
      at += width
      continue
    }
    const child = node.children.get(word)
    if (child === undefined) break
    node = child
    at += 1
  }
  return { node, rest: [...kept, ...argv.slice(at)] }
}

function sharedFlag(word: string): { readonly value: boolean } | undefined {
  if (!word.startsWith('-') || word === '--') return undefined
  return SHARED.get(word.split('=', 1)[0] ?? word)
}

/** A word that should have been a command here. */
export function unknownCommand(node: Node, word: string, more: readonly string[] = []) {
  const known = [...node.children.keys(), ...more]
  const typed = node.path === '' ? word : `${node.path} ${word}`
  return refuse('usage', `There is no command ${JSON.stringify(`furrow ${typed}`)}.${didYouMean(word, known)}`, {
    target: typed,
    fix: node.path === '' ? 'furrow help' : `furrow ${node.path} --help`,
  })
}
