type Fields = Readonly<Record<string, unknown>>

/** A tool that asks somebody over HTTP, and what it says when that goes wrong. */
export interface Target {
  readonly name: string
  readonly tool: string
  readonly input: (address: string) => Fields
  /** An input that is refused before anything runs. */
  readonly wrong: Fields
  readonly secrets: (address: string) => Readonly<Record<string, string>>
  readonly missing: readonly string[]
  /** Of those secrets that are kept for each environment. */
  readonly scope?: Readonly<Record<string, string>>
  /** The input that says how long one answer may take. */
  readonly patience: 'timeout_seconds' | 'answer_seconds'
  /** What it says of words that are no JSON, and of JSON that is none of its counterpart; nothing where all will do. */
  readonly words?: RegExp
  readonly shape?: RegExp
}

const KEY = 'a-key-that-is-long-enough'
const NO_JSON = /not JSON: plainly words/
const NOT_AS = /answered 200 and not as the provider does, so whether the message arrived is not known/

type Given = Omit<Target, 'patience' | 'input'> & { input: Fields; patience?: Target['patience'] }

const target = ({ input, ...given }: Given): Target => ({
  patience: 'timeout_seconds',
  ...given,
  input: () => input,
})

const flags = (provider: string) =>
  target({
    name: provider,
    tool: 'feature-flags',
    input: { provider, environment: 'development' },
    wrong: { provider, action: 'erase' },
    secrets: address => ({ FLAGS_URL: address, FLAGS_API_KEY: KEY }),
    missing: ['FLAGS_URL', 'FLAGS_API_KEY'],
    words: NO_JSON,
    shape: new RegExp(`not an answer of ${provider}`, 'i'),
  })

const metrics = (source: string, keys: readonly string[]) =>
  target({
    name: source,
    tool: 'metrics',
    input: { source, query: 'up', datasource: 'prom-1' },
    wrong: { source },
    secrets: address => ({ METRICS_URL: address, ...Object.fromEntries(keys.map(name => [name, KEY])) }),
    missing: ['METRICS_URL', ...keys],
    words: NO_JSON,
    shape: new RegExp(`not an answer of ${source}`, 'i'),
  })

const notify = (provider: string, secret: string, more: Partial<Given> = {}) =>
  target({
    name: provider,
    tool: 'notify',
    input: { provider, message: 'x' },
    wrong: { provider },
    secrets: address => ({ [secret]: address }),
    missing: [secret],
    ...more,
  })

const answered = { words: NOT_AS, shape: NOT_AS }

export const TARGETS: readonly Target[] = [
  target({
    name: 'render',
    tool: 'deploy',
    input: { environment: 'production' },
    wrong: { provider: 'render' },
    secrets: address => ({ RENDER_API_KEY: KEY, RENDER_SERVICE_ID: 'srv-0123456789', RENDER_API_URL: address }),
    missing: ['RENDER_API_KEY', 'RENDER_SERVICE_ID'],
    scope: { RENDER_SERVICE_ID: 'production' },
    patience: 'answer_seconds',
    words: NO_JSON,
    shape: /no list of deploys/,
  }),
  target({
    name: 'the logs of render',
    tool: 'logs',
    input: { source: 'render', service: 'srv-0123456789' },
    wrong: { source: 'render', limit: 0 },
    secrets: address => ({ RENDER_API_KEY: KEY, RENDER_OWNER_ID: 'tea-0123456789', RENDER_API_URL: address }),
    missing: ['RENDER_API_KEY', 'RENDER_OWNER_ID'],
    words: NO_JSON,
    shape: /no list of logs/,
  }),
  target({
    name: 'a log API',
    tool: 'logs',
    input: { source: 'http' },
    wrong: { source: 'http', level: 'loud' },
    secrets: address => ({ LOGS_API_URL: address }),
    missing: ['LOGS_API_URL'],
    words: NO_JSON,
    shape: /no list of entries/,
  }),
  notify('slack', 'SLACK_WEBHOOK_URL', answered),
  notify('discord', 'DISCORD_WEBHOOK_URL', answered),
  notify('github', 'GITHUB_TOKEN', {
    ...answered,
    input: { provider: 'github', repo: 'acme/shop', message: 'x' },
    secrets: address => ({ GITHUB_TOKEN: KEY, GITHUB_API_URL: address }),
  }),
  notify('webhook', 'WEBHOOK_URL'),
  metrics('prometheus', []),
  metrics('grafana', ['METRICS_API_KEY']),
  metrics('datadog', ['METRICS_API_KEY', 'METRICS_APP_KEY']),
  flags('unleash'),
  flags('launchdarkly'),
  flags('flagsmith'),
  {
    name: 'an endpoint',
    tool: 'api-health',
    input: address => ({ url: address, tries: 1, schema: { type: 'object', required: ['id'] } }),
    wrong: { url: 'ftp://example.com' },
    secrets: () => ({}),
    missing: [],
    patience: 'timeout_seconds',
    words: NO_JSON,
    shape: /schema: \/ must have required property 'id'/,
  },
]
