import { createHash } from 'node:crypto'
import { pinsIn, type ShownPins } from '../../operation/pins.ts'
import type { Call } from '../call.ts'
import type { PersonRequest } from './requests.ts'

export interface RequestSubject {
  /** What it is about as that is now, in markdown. */
  readonly about: string
  /** What ties the operation to this text. */
  readonly pins: ShownPins
  readonly shown: string
}

/** Some operations name a read that shows what they would do; a person sees it before deciding. */
export async function subjectOf(
  call: Call,
  { operation, input }: Pick<PersonRequest, 'operation' | 'input'>,
): Promise<RequestSubject | undefined> {
  const named = (wanted: string | undefined) => call.manifest.operations.find(({ name }) => name === wanted)
  const entry = named(operation)
  const preview = named(entry?.preview)
  if (entry === undefined || preview === undefined) return undefined
  const same = Object.entries(Object(input)).filter(([name]) => Object.hasOwn(preview.input.properties ?? {}, name))
  const outcome = await call.perform(preview.name, Object.fromEntries(same))
  const about = outcome.ok ? outcome.text() : `It cannot be shown: ${outcome.error.message}`
  const pins = outcome.ok ? pinsIn(entry, outcome.value) : {}
  const content = JSON.stringify([operation, input, Object.keys(pins).length > 0 ? pins : about])
  return { about, pins, shown: createHash('sha256').update(content).digest('hex') }
}
