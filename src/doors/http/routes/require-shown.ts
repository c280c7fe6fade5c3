import type { App } from '../../../app/app.ts'
import { type Actor, covers } from '../../../operation/actor.ts'
import { commandLine } from '../../../operation/command/command-line.ts'
import { refuse } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { pinsIn } from '../../../operation/pins.ts'

interface DecisionCall {
  readonly input: unknown
  readonly actor: Actor
}

/**
 * Whoever decides over HTTP names the text that was looked at: a terminal and the page show it before they ask, and here
 * nothing else says that anybody saw it.
 */
export async function requireShown(
  app: Pick<App, 'call' | 'manifest'>,
  entry: Partial<OperationEntry> & Pick<OperationEntry, 'name'>,
  { input, actor }: DecisionCall,
): Promise<void> {
  const { name, pins } = entry
  const preview = app.manifest.operations.find(operation => operation.name === entry.preview)
  if (pins === undefined || preview === undefined || !mayDecide(actor, name)) return
  const given = Object(input) as Record<string, unknown>
  const asked = Object.entries(given).filter(([field]) => Object.hasOwn(preview.input.properties ?? {}, field))
  const shown = await app.call(preview.name, Object.fromEntries(asked), { actor })
  // What cannot be shown cannot be done either, and the operation says why.
  if (!shown.ok) return
  const [missing] = Object.entries(pinsIn({ pins }, shown.value)).filter(
    ([field, value]) => !isNamed(given[field], value),
  )
  if (missing === undefined) return
  const [field] = missing
  throw refuse(
    'usage',
    `${name} needs ${field} here: the \`${pins[field]}\` of ${preview.name}, which shows the text.`,
    {
      target: field,
      fix: commandLine(preview, Object.fromEntries(asked)),
    },
  )
}

function mayDecide({ kind, allow = [] }: Actor, name: string): boolean {
  return kind === 'person' || allow.some(word => covers(word, name))
}

/** Of several texts each is named. */
function isNamed(given: unknown, shown: string): boolean {
  return typeof given === 'string' && given.split(',').length === shown.split(',').length
}
