import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { packTerms, unpackTerms } from '../../search/packed.ts'
import { termsOf } from '../../search/tokenize.ts'
import { embedderOf, type ProviderName, vectorSettingsIn } from '../../search/vectors/configured.ts'
import type { Embedder } from '../../search/vectors/port.ts'
import { placing, train } from '../../search/vectors/statistical.ts'
import type { Call } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read.ts'
import { memoryIn } from '../open.ts'

export interface Provider {
  readonly name: Exclude<ProviderName, 'off'>
  readonly embedder: Embedder
  /** What likeness of meaning counts beside the words. */
  readonly weight: number
  readonly shortWeight?: number
}

/** Where the vectors of memory come from. The person's config decides; without a word in it there are none. */
export async function providerIn(call: Call): Promise<Provider | undefined> {
  const settings = vectorSettingsIn(call, readConfig(call), 'memory')
  const { provider: name, weight } = settings
  if (name === 'off') return undefined
  const embedder = name === 'statistical' ? await statistical(call) : embedderOf(settings)
  if (embedder === undefined) return undefined
  return { name, embedder, weight, ...(name === 'statistical' && { shortWeight: 0 }) }
}

/** Vectors trained on the records themselves; until that was done there are none. */
async function statistical(call: Call): Promise<Embedder | undefined> {
  const known = await memoryIn(call).vectors.model()
  if (known === undefined) return undefined
  const place = placing(known.model)
  return { name: known.name, embed: async texts => texts.map(text => place(numbersOf(text))) }
}

/** Trained again when the store is half as large again as it was. */
const GROWTH = 1.5
const FEWEST = 20

export async function trainIfNeeded(call: Call): Promise<void> {
  const { vectors } = memoryIn(call)
  const known = await vectors.model()
  const texts = await vectors.texts()
  if (texts.length < FEWEST)
    throw refuse('blocked', `There are ${texts.length} records; statistical vectors need ${FEWEST} to learn from.`, {
      fix: shell`furrow config set-person memory.vectors off`,
    })
  if (known !== undefined && texts.length < known.trained_on * GROWTH) return
  await vectors.keepModel(`statistical of ${texts.length}`, texts.length, train(texts))
}

function numbersOf(text: string): Uint32Array {
  return unpackTerms(packTerms(termsOf(text)))
}
