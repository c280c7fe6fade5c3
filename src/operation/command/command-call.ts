import { shellWords } from '../../shared/shell/shell-words.ts'
import { isRefused } from '../errors.ts'
import type { OperationInput } from '../input.ts'
import type { OperationEntry } from '../manifest.ts'
import { fieldsOf } from './fields.ts'
import { parseTyped } from './parse.ts'
import { type CommandNode, commandTreeOf, locateCommand } from './tree.ts'

/** What a furrow command would call. */
export interface CommandCall {
  readonly entry: OperationEntry
  readonly input: OperationInput
  /** Fields that the command leaves to whoever runs it: a text from standard input, a word in angle brackets. */
  readonly needs: readonly string[]
  /** It only asks what the operation takes. */
  readonly isHelp: boolean
}

/** A furrow command read back into the operation and the input that it stands for. */
export function readCommand(operations: readonly OperationEntry[], line: string): CommandCall | undefined {
  const [program, ...words] = shellWords(line) ?? []
  if (program !== 'furrow') return undefined
  try {
    return builtinCall(operations, words) ?? callOf(treeFor(operations), words)
  } catch (error) {
    if (isRefused(error) || error instanceof SyntaxError) return undefined
    throw error
  }
}

const trees = new WeakMap<readonly OperationEntry[], CommandNode>()

function treeFor(operations: readonly OperationEntry[]): CommandNode {
  const tree = trees.get(operations) ?? commandTreeOf(operations)
  trees.set(operations, tree)
  return tree
}

function callOf(tree: CommandNode, words: readonly string[]): CommandCall | undefined {
  const { node, rest } = locateCommand(tree, words)
  const { entry } = node
  if (entry === undefined) return undefined
  const { input, help } = parseTyped({ path: node.path, fields: fieldsOf(entry) }, rest)
  return withNeeds(entry, { ...entry.cli?.given, ...input }, help)
}

/** Commands of the command line itself that lead to an operation. */
function builtinCall(operations: readonly OperationEntry[], words: readonly string[]): CommandCall | undefined {
  const [command, name, flag, input = '{}'] = words
  const find = (wanted: string) => operations.find(entry => entry.name === wanted)
  if (command === 'call' && name !== undefined && (flag === undefined || flag === '--input')) {
    const entry = find(name)
    return entry && withNeeds(entry, JSON.parse(input) as OperationInput, false)
  }
  const run = command === 'run' && name !== undefined && words.length === 2 ? find('tool.run') : undefined
  return run && withNeeds(run, { name }, false)
}

function withNeeds(entry: OperationEntry, given: OperationInput, isHelp: boolean): CommandCall {
  const isLeft = (field: string, value: unknown) =>
    (field === entry.cli?.text && value === '-') || (typeof value === 'string' && /^(?:<[^<>]+>|\.\.\.)$/.test(value))
  const needs = Object.keys(given).filter(field => isLeft(field, given[field]))
  const input = Object.fromEntries(Object.entries(given).filter(([field]) => !needs.includes(field)))
  return { entry, input, needs, isHelp }
}
