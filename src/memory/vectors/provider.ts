import { embedderOf, type ProviderName, vectorSettingsIn } from '../../search/vectors/configured.ts'
import type { Embedder } from '../../search/vectors/port.ts'
import type { Call } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read-config.ts'

export interface Provider {
  readonly name: ProviderName
  readonly embedder: Embedder
  /** What likeness of meaning counts beside the words. */
  readonly weight: number
}

/** Where the vectors of memory come from. The person's config decides; without a word in it there are none. */
export function providerIn(call: Call): Provider | undefined {
  const settings = vectorSettingsIn(call, readConfig(call), 'memory')
  const embedder = embedderOf(settings)
  return embedder === undefined ? undefined : { name: settings.provider, embedder, weight: settings.weight }
}
