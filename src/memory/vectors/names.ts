import { refuse } from '../../operation/errors.ts'
import type { Config } from '../../workspace/config/read.ts'

export const PROVIDERS = ['off', 'statistical', 'ollama', 'openai'] as const
export type ProviderName = (typeof PROVIDERS)[number]

export function nameIn(config: Config): ProviderName {
  const { value = 'off' } = config.get('memory.vectors')
  const name = PROVIDERS.find(known => known === value)
  if (name !== undefined) return name
  throw refuse('usage', `memory.vectors is ${String(value)}; it can be ${PROVIDERS.join(', ')}.`, {
    target: 'memory.vectors',
    fix: 'furrow config set-person memory.vectors off',
  })
}

/** For those who must not fail because of a word in the config. */
export function wantsVectors(config: Config): boolean {
  const { value } = config.get('memory.vectors')
  return value !== 'off' && PROVIDERS.some(known => known === value)
}
