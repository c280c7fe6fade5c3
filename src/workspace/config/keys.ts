/** Settings that `furrow config` knows. A limit set by a repository can only lower the person's, never raise it. */
export const KEYS = {
  'project.name': {
    kind: 'text',
    scopes: ['project'],
    summary: 'The name under which records of this project are kept.',
  },
  'project.aliases': { kind: 'list', scopes: ['project'], summary: 'Earlier names; their records are found too.' },
  'runs.concurrency': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    fallback: 4,
    summary: 'How many runs of this workspace execute at once.',
  },
  'runs.retention': {
    kind: 'count',
    scopes: ['project', 'person'],
    fallback: 200,
    summary: 'How many finished runs of each kind are kept.',
  },
  'tools.interaction_retention': {
    kind: 'count',
    scopes: ['project', 'person'],
    fallback: 200,
    summary: 'How many finished runs of each tool are kept.',
  },
  'runs.log_bytes': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    fallback: 16 * 1024 * 1024,
    summary: 'How much of a run’s output is kept; head and tail, the cut is marked.',
  },
  'runs.memory_mb': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How many MiB of address space each process of a run may use; unset, as much as the system gives.',
  },
  'runs.processes': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How many processes your account may have while a run starts another; unset, as many as the system gives.',
  },
  'runs.file_mb': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    fallback: 8192,
    summary: 'How many MiB a file may have that a run writes; a larger one ends its writer.',
  },
  'budget.turns': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    fallback: 50,
    summary: 'How often models may answer in an agent run and all that it starts.',
  },
  'budget.minutes': {
    kind: 'amount',
    scopes: ['project', 'person'],
    limit: true,
    fallback: 30,
    summary: 'How many minutes an agent run may work together with all that it starts.',
  },
  'budget.tokens': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How many tokens an agent run may use together with all that it starts.',
  },
  'budget.cost': {
    kind: 'amount',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How much money an agent run may cost together with all that it starts.',
  },
  'budget.feature_turns': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How often models may answer for one feature, in all its runs.',
  },
  'budget.feature_minutes': {
    kind: 'amount',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How many minutes agents may work for one feature.',
  },
  'budget.feature_tokens': {
    kind: 'count',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How many tokens agents may use for one feature.',
  },
  'budget.feature_cost': {
    kind: 'amount',
    scopes: ['project', 'person'],
    limit: true,
    summary: 'How much money agents may cost for one feature.',
  },
  'budget.currency': {
    kind: 'text',
    scopes: ['person'],
    fallback: 'USD',
    summary: 'The currency of budgets, as agents name it: USD, EUR.',
  },
  'hooks.edit': {
    kind: 'choice',
    choices: ['warn', 'block', 'off'],
    scopes: ['project', 'person'],
    fallback: 'warn',
    summary: 'What furrow hook and furrow check do when code is edited without an active change: warn, block or off.',
  },
  'hooks.stop': {
    kind: 'choice',
    choices: ['block', 'off'],
    scopes: ['project', 'person'],
    fallback: 'block',
    summary: 'Whether an agent is kept from saying done before verify has proof, where gates exist: block or off.',
  },
  'memory.vectors': {
    kind: 'choice',
    choices: ['off', 'local', 'ollama', 'openai'],
    former: {
      statistical: {
        value: 'off',
        why: 'Vectors trained on your own records found no more than words do, so memory no longer makes them.',
      },
    },
    scopes: ['person'],
    fallback: 'off',
    summary: 'Vectors beside words when memory is searched: off, local, ollama or openai.',
  },
  'memory.vectors_url': {
    kind: 'text',
    scopes: ['person'],
    summary: 'The address of Ollama, or the base address of an OpenAI-compatible endpoint.',
  },
  'memory.vectors_model': { kind: 'text', scopes: ['person'], summary: 'The embedding model to ask for.' },
  'memory.vectors_key': {
    kind: 'text',
    scopes: ['person'],
    summary: 'The environment variable that holds the key of the endpoint.',
  },
  'memory.vectors_weight': {
    kind: 'count',
    scopes: ['person'],
    fallback: 30,
    summary: 'Weight of semantic similarity, in percent of the best match by words.',
  },
  'ask.vectors': {
    kind: 'choice',
    choices: ['off', 'statistical', 'local', 'ollama', 'openai'],
    scopes: ['person'],
    fallback: 'statistical',
    summary: 'Vectors beside words when code is searched: off, statistical, local, ollama or openai.',
  },
  'ask.vectors_url': {
    kind: 'text',
    scopes: ['person'],
    summary: 'The address of Ollama, or the base address of an OpenAI-compatible endpoint, for code.',
  },
  'ask.vectors_model': { kind: 'text', scopes: ['person'], summary: 'The embedding model to ask for code.' },
  'ask.vectors_key': {
    kind: 'text',
    scopes: ['person'],
    summary: 'The environment variable that holds the key of the endpoint for code.',
  },
  'ask.vectors_weight': {
    kind: 'count',
    scopes: ['person'],
    fallback: 30,
    summary: 'Weight of semantic similarity in code, in percent of the best match by words.',
  },
  delegate: {
    kind: 'list',
    scopes: ['person'],
    summary: 'Person-only operations that agents may use in your name.',
  },
} as const satisfies Record<string, KeyDefinition>

export type ConfigScope = 'project' | 'person'
export type Key = keyof typeof KEYS
export type ConfigValue = string | number | readonly string[]

export interface KeyDefinition {
  readonly kind: 'text' | 'count' | 'amount' | 'list' | 'choice'
  readonly choices?: readonly string[]
  /** Values of earlier versions: what each is read as now, and why. */
  readonly former?: Readonly<Record<string, { readonly value: string; readonly why: string }>>
  readonly scopes: readonly ConfigScope[]
  readonly summary: string
  readonly fallback?: ConfigValue
  readonly limit?: boolean
}

export const KEY_NAMES = Object.keys(KEYS) as [Key, ...Key[]]

export function definitionOf(key: Key): KeyDefinition {
  return KEYS[key]
}

/** Turns what a person typed, or what stands in a file, into the value of a key; nothing when it does not fit. */
export function toValue({ kind, choices = [] }: KeyDefinition, given: unknown): ConfigValue | undefined {
  if (kind === 'choice') return choices.find(choice => choice === given)
  if (kind === 'text') return typeof given === 'string' && given.trim() !== '' ? given : undefined
  if (kind === 'count') return toCount(given)
  if (kind === 'amount') return toAmount(given)
  if (typeof given === 'string') return given.split(',').flatMap(item => item.trim() || [])
  return Array.isArray(given) && given.every(item => typeof item === 'string') ? given : undefined
}

/** What became of a value that earlier versions knew. */
export function formerValue(
  { former = {} }: KeyDefinition,
  given: unknown,
): { readonly value: string; readonly why: string } | undefined {
  return typeof given === 'string' && Object.hasOwn(former, given) ? former[given] : undefined
}

export function expectation({ kind, choices = [] }: KeyDefinition): string {
  return {
    text: 'a text',
    count: 'a whole number above zero',
    amount: 'a number above zero',
    list: 'a list of names, separated by commas',
    choice: `one of ${choices.join(', ')}`,
  }[kind]
}

function toCount(given: unknown): number | undefined {
  const count = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : undefined
}

function toAmount(given: unknown): number | undefined {
  const amount = typeof given === 'string' && /^\d+(\.\d+)?$/.test(given) ? Number(given) : given
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 ? amount : undefined
}
