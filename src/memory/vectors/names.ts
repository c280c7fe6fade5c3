import { type ProviderName, providerNameIn } from '../../search/vectors/configured.ts'
import type { Config } from '../../workspace/config/read-config.ts'

/** Where the vectors of memory come from by the person's config; without a word in it, from nowhere. */
export function nameIn(config: Config): ProviderName {
  return providerNameIn(config, 'memory')
}
