import type { Config } from '../../workspace/config/read.ts'

const PROVIDERS = ['off', 'statistical', 'ollama', 'openai'] as const
export type ProviderName = (typeof PROVIDERS)[number]

/** Where vectors come from by the person's config; without a word in it, from nowhere. */
export function nameIn(config: Config): ProviderName {
  const { value } = config.get('memory.vectors')
  return PROVIDERS.find(known => known === value) ?? 'off'
}
