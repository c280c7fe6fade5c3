import { refuse } from '../../operation/errors.ts'
import { packTerms, unpackTerms } from '../../search/packed.ts'
import { termsOf } from '../../search/tokenize.ts'
import type { Embedder } from '../../search/vectors/port.ts'
import { ollama, openAi } from '../../search/vectors/remote.ts'
import { placing, train } from '../../search/vectors/statistical.ts'
import type { Call } from '../../workspace/call.ts'
import { type Config, readConfig } from '../../workspace/config/read.ts'
import { memoryIn } from '../open.ts'
import { nameIn, type ProviderName } from './names.ts'

export interface Provider {
  readonly name: Exclude<ProviderName, 'off'>
  readonly embedder: Embedder
  /** What likeness of meaning counts beside the words. */
  readonly weight: number
  readonly shortWeight?: number
}

/** Where the vectors of memory come from. The person's config decides; without a word in it there are none. */
export async function providerIn(call: Call): Promise<Provider | undefined> {
  const config = readConfig(call)
  const name = nameIn(config)
  if (name === 'off') return undefined
  const weight = Number(config.get('memory.vectors_weight').value) / 100
  const embedder = name === 'statistical' ? await statistical(call) : remote(call, config, name)
  if (embedder === undefined) return undefined
  return { name, embedder, weight, ...(name === 'statistical' && { shortWeight: 0 }) }
}

function remote({ env }: Call, config: Config, name: 'ollama' | 'openai'): Embedder {
  const [url, model, keyName] = (['url', 'model', 'key'] as const).map(part => {
    const { value } = config.get(`memory.vectors_${part}`)
    return typeof value === 'string' ? value : undefined
  })
  const missing = url === undefined ? 'url' : model === undefined ? 'model' : undefined
  if (url === undefined || model === undefined)
    throw refuse('usage', `memory.vectors is ${name}, but memory.vectors_${missing} is not set.`, {
      target: `memory.vectors_${missing}`,
      fix: `furrow config set-person memory.vectors_${missing} ${missing === 'url' ? 'http://127.0.0.1:11434' : 'nomic-embed-text'}`,
    })
  const key = keyName === undefined ? undefined : env[keyName]
  return { ollama, openai: openAi }[name]({ url, model, ...(key !== undefined && { key }) })
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
      fix: 'furrow config set-person memory.vectors off',
    })
  if (known !== undefined && texts.length < known.trained_on * GROWTH) return
  await vectors.keepModel(`statistical of ${texts.length}`, texts.length, train(texts))
}

function numbersOf(text: string): Uint32Array {
  return unpackTerms(packTerms(termsOf(text)))
}
