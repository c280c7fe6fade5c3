import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Config } from '../../workspace/config/read.ts'
import type { Embedder } from './port.ts'
import { ollama, openAi, type RemoteEmbedder } from './remote.ts'

const PROVIDERS = ['off', 'statistical', 'ollama', 'openai'] as const
export type ProviderName = (typeof PROVIDERS)[number]
/** Whose vectors: each domain has settings of its own. */
export type VectorUser = 'memory' | 'ask'

/** Where vectors come from by the person's config. */
export function providerNameIn(config: Config, user: VectorUser): ProviderName {
  const { value } = config.get(`${user}.vectors`)
  return PROVIDERS.find(known => known === value) ?? 'off'
}

/** As plain data, so that it can be handed to a thread. */
export interface VectorSettings {
  readonly provider: ProviderName
  /** What likeness of meaning counts beside the words. */
  readonly weight: number
  readonly remote?: RemoteEmbedder
}

export function vectorSettingsIn(
  { env }: { readonly env: Readonly<Record<string, string | undefined>> },
  config: Config,
  user: VectorUser,
): VectorSettings {
  const provider = providerNameIn(config, user)
  const weight = Number(config.get(`${user}.vectors_weight`).value) / 100
  if (provider === 'off' || provider === 'statistical') return { provider, weight }
  const [url, model, keyName] = (['url', 'model', 'key'] as const).map(part => {
    const { value } = config.get(`${user}.vectors_${part}`)
    return typeof value === 'string' ? value : undefined
  })
  if (url === undefined || model === undefined) {
    const [missing, example] = url === undefined ? ['url', 'http://127.0.0.1:11434'] : ['model', 'nomic-embed-text']
    throw refuse('usage', `${user}.vectors is ${provider}, but ${user}.vectors_${missing} is not set.`, {
      target: `${user}.vectors_${missing}`,
      fix: shell`furrow config set-person ${user}.vectors_${missing} ${example}`,
    })
  }
  const key = keyName === undefined ? undefined : env[keyName]
  return { provider, weight, remote: { url, model, ...(key !== undefined && { key }) } }
}

/** Somebody else's model, where the settings name one. */
export function embedderOf({ provider, remote }: VectorSettings): Embedder | undefined {
  if (remote === undefined) return undefined
  return provider === 'ollama' ? ollama(remote) : openAi(remote)
}
