import { type CommandField, fieldsOf, isSwitch } from '../../../operation/command/fields.ts'
import {
  type CommandNode,
  locateCommand,
  SHARED,
  type SharedFlag,
  sharedFlag,
} from '../../../operation/command/tree.ts'
import { COMMAND_GROUPS } from './groups.ts'

export interface Completion {
  readonly value: string
  readonly summary: string
}

/** What may stand where the cursor is: the words after `furrow`, the last of them still being typed. */
export function complete(root: CommandNode, typed: readonly string[]): Completion[] {
  const words = joined(typed)
  if (words[0] === 'help' && words.length > 1) return complete(root, words.slice(1)).filter(isCommand)
  const current = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  if (before.includes('--')) return []
  const { node, rest } = locateCommand(root, before)
  const fields = node.entry === undefined ? [] : fieldsOf(node.entry)
  return candidates({ node, fields, rest, current }).filter(({ value }) => value.startsWith(current))
}

function isCommand({ value }: Completion): boolean {
  return !value.startsWith('-')
}

interface CompletionContext {
  readonly node: CommandNode
  readonly fields: readonly CommandField[]
  readonly rest: readonly string[]
  readonly current: string
}

function candidates({ node, fields, rest, current }: CompletionContext): Completion[] {
  const { open, count } = scan(fields, rest)
  if (open !== undefined) return 'kind' in open ? valuesOf(open) : []
  const [flag, inline] = current.split('=', 2)
  if (inline !== undefined) {
    const field = fields.find(candidate => candidate.flag === flag)
    return field === undefined
      ? []
      : valuesOf(field).map(({ value, summary }) => ({ value: `${flag}=${value}`, summary }))
  }
  if (current.startsWith('-')) return flagsOf(fields)
  const positional = fields.filter(({ place }) => place === 'positional')[count]
  return [...(count === 0 ? childrenOf(node) : []), ...(positional === undefined ? [] : valuesOf(positional))]
}

/** Bash takes `--size=small` and `npm:test` apart at the sign; here each is one word again. */
function joined(words: readonly string[]): string[] {
  const whole: string[] = []
  for (const [index, word] of words.entries()) {
    const glue = word === '=' || words[index - 1] === '='
    const last = whole.at(-1)
    const named = word === ':' || words[index - 1] === ':'
    if ((glue && last?.startsWith('--')) || (named && last !== undefined && !last.startsWith('-')))
      whole[whole.length - 1] = last + word
    else whole.push(word)
  }
  return whole
}

/** How many plain words there are, and the flag whose value is still to come. */
function scan(fields: readonly CommandField[], rest: readonly string[]) {
  let count = 0
  let open: CommandField | SharedFlag | undefined
  for (const word of rest) {
    if (open !== undefined) open = undefined
    else if (!word.startsWith('-')) count += 1
    else if (!word.includes('=')) open = takesValue(fields, word)
  }
  return { open, count }
}

function takesValue(fields: readonly CommandField[], word: string): CommandField | SharedFlag | undefined {
  const shared = sharedFlag(word)
  if (shared !== undefined) return shared.value === undefined ? undefined : shared
  return fields.find(field => field.place === 'flag' && field.flag === word && !isSwitch(field))
}

function valuesOf({ kind, suggests = [], description = '' }: CommandField): Completion[] {
  const choices = kind.type === 'choice' ? kind.choices : suggests
  return choices.map(choice => ({ value: String(choice), summary: description }))
}

function flagsOf(fields: readonly CommandField[]): Completion[] {
  const own = fields.filter(({ place }) => place === 'flag')
  return [
    ...own.map(({ flag, description = '' }) => ({ value: flag, summary: description })),
    ...own
      .filter(field => isSwitch(field) || field.nullable)
      .map(({ flag }) => ({ value: `--no-${flag.slice(2)}`, summary: '' })),
    ...SHARED.map(({ name, summary }) => ({ value: `--${name}`, summary })),
  ]
}

function childrenOf(node: CommandNode): Completion[] {
  return [...node.children]
    .map(([value, child]) => ({ value, summary: child.entry?.summary ?? COMMAND_GROUPS[child.path] ?? '' }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
}
