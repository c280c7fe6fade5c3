import { fieldsOf, isSwitch } from '../../../operation/command/fields.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { type Surface, spellCall, toolCallFor } from './tool-call.ts'

interface Spoken {
  readonly surface: Surface
  /** The operation that answers: a flag in its text is one of its own fields. */
  readonly entry?: OperationEntry
  /** What the answer is about. Its own words stay as they are. */
  readonly value?: unknown
}

/** Keys of a value whose texts are Furrow's and not somebody's record. */
const OURS: ReadonlySet<string> = new Set([
  'says',
  'command',
  'fix',
  'message',
  'hint',
  'would',
  'more',
  'notices',
  'warnings',
  'brief',
])

/** Operations whose answer is one text that Furrow composes of many records. */
const COMPOSED: ReadonlySet<string> = new Set(['exploration.brief'])

/**
 * Commands and flags that Furrow itself put into a sentence, as tools and fields. A span that is part of a record (a
 * note, a guide, the text of a stage) is somebody's word and is left alone.
 */
export function spellCommands(text: string, { surface, entry, value }: Spoken): string {
  if (!/`(?:furrow |--)/.test(text)) return text
  const isComposed = entry !== undefined && COMPOSED.has(entry.name)
  const recorded = value === undefined || isComposed ? '' : recordedTexts(value).join('\n')
  const inline = text.replace(BLOCK, (_, command: string) => `- \`${command}\``)
  return inline.replace(/`((?:furrow |--)[^`\n]*)`/g, (span, said: string) => {
    if (recorded.includes(said)) return span
    const spelled = said.startsWith('--') ? spellFlag(said, entry) : spellCommand(said, surface)
    return spelled === undefined ? span : `\`${spelled}\``
  })
}

/** A block that holds nothing but one command. */
const BLOCK = /^```bash\n(furrow [^`\n]*)\n```$/gm

function spellCommand(command: string, surface: Surface): string | undefined {
  const call = toolCallFor(command, surface)
  return call === undefined ? undefined : spellCall(call)
}

/** `--all-projects` as `"all_projects": true`; a field that is only named stays a name. */
function spellFlag(said: string, entry: OperationEntry | undefined): string | undefined {
  const [flag, value] = said.split(' ', 2)
  const field = entry === undefined ? undefined : fieldsOf(entry).find(each => each.flag === flag)
  if (field === undefined) return undefined
  if (isSwitch(field)) return `"${field.name}": true`
  return value === undefined ? field.name : `"${field.name}": ${JSON.stringify(value)}`
}

function recordedTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(recordedTexts)
  return Object.entries(value).flatMap(([key, item]) => (OURS.has(key) ? [] : recordedTexts(item)))
}
