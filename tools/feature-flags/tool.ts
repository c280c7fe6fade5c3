import { addressOf } from '../_shared/http.ts'
import { secret } from '../_shared/secrets.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { type Flag, type Provider, type ShownFlag, shownFlag } from './flags.ts'
import { meta } from './meta.ts'
import { fileProvider } from './providers/file.ts'
import { flagsmith } from './providers/flagsmith.ts'
import { launchdarkly } from './providers/launchdarkly.ts'
import type { Remote } from './providers/remote.ts'
import { unleash } from './providers/unleash.ts'
import { referencesTo } from './references.ts'

interface Input {
  action: 'list' | 'get' | 'toggle' | 'stale'
  flag?: string
  environment?: string
  enabled?: boolean
  provider: 'file' | 'unleash' | 'launchdarkly' | 'flagsmith'
  project?: string
  file?: string
  stale_days: number
  timeout_seconds: number
}

const REMOTE: Readonly<Record<Exclude<Input['provider'], 'file'>, (remote: Remote) => Provider>> = {
  unleash,
  launchdarkly,
  flagsmith,
}

defineTool<Input>({
  meta,
  async run(input, context) {
    const { action } = input
    const provider = providerFor(input, context)
    if (action === 'toggle') return toggled(provider, input)
    const flags = action === 'get' ? [await provider.get(named(input))] : await provider.list()
    const shown = await judged(flags, input, context)
    return summary(action === 'stale' ? shown.filter(({ stale }) => stale) : shown, input)
  },
})

function providerFor(input: Input, { root, signal }: ToolContext): Provider {
  const { provider, project, environment, timeout_seconds: timeoutSeconds } = input
  if (provider === 'file') return fileProvider(root, input.file)
  const address = addressOf(secret('FLAGS_URL')).href
  return REMOTE[provider]({ address, key: secret('FLAGS_API_KEY'), project, environment, signal, timeoutSeconds })
}

function named({ flag, action }: Input): string {
  if (flag === undefined) throw new Error(`flag is missing: which one to ${action}?`)
  return flag
}

/** To what it is already counts as done; what is answered is read back, never assumed. */
async function toggled(provider: Provider, input: Input) {
  const { environment = 'default', enabled } = input
  const name = named(input)
  if (enabled === undefined) throw new Error('enabled is missing: on or off?')
  const before = (await provider.get(name)).environments[environment] ?? null
  if (before !== enabled) await provider.toggle(name, environment, enabled)
  const flag = await provider.get(name)
  const after = flag.environments[environment] ?? null
  const data = {
    ...base(input),
    flags: [flag],
    names: name,
    count: 1,
    stale_count: 0,
    changed: { name, environment, before, after },
  }
  if (after === enabled) return { ok: true, data }
  return { ok: false, error: `${name} is still ${after === true ? 'on' : 'off'} in ${environment}.`, data }
}

const MOST_LOOKED_UP = 60

/** Where in the code each is named is looked up for those that it matters for. */
async function judged(flags: readonly Flag[], input: Input, { root, signal }: ToolContext): Promise<ShownFlag[]> {
  const { action, environment, stale_days: days, file } = input
  const except = ['*flags.json', '*flags.yaml', '*flags.yml', ...(file === undefined ? [] : [file])]
  const looksUp = action !== 'list' && flags.length <= MOST_LOOKED_UP
  const shown: ShownFlag[] = []
  for (const flag of flags) {
    const references = looksUp ? await referencesTo(flag.name, { root, except, signal }) : undefined
    shown.push(shownFlag(flag, { environment, days, now: Date.now(), references }))
  }
  return shown
}

function summary(flags: readonly ShownFlag[], input: Input) {
  const stale = flags.filter(each => each.stale)
  const names = (input.action === 'get' ? flags : stale).map(({ name }) => name).join(', ')
  return { ...base(input), count: flags.length, stale_count: stale.length, names, flags }
}

function base({ action, provider, environment }: Input) {
  return { action, provider, ...(environment !== undefined && { environment }) }
}
