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
    choices: ['off', 'statistical', 'ollama', 'openai'],
    scopes: ['person'],
    fallback: 'off',
    summary: 'Vectors beside words when memory is searched: off, statistical, ollama or openai.',
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
    summary: 'What likeness of meaning counts beside the words, in percent of the best match by words.',
  },
  'ask.vectors': {
    kind: 'choice',
    choices: ['off', 'statistical', 'ollama', 'openai'],
    scopes: ['person'],
    fallback: 'statistical',
    summary: 'Vectors beside words when code is searched: off, statistical, ollama or openai.',
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
    summary: 'What likeness of meaning counts beside the words in code, in percent of the best match by words.',
  },
  delegate: {
    kind: 'list',
    scopes: ['person'],
    summary: 'Person-only operations that agents may use in your name.',
  },
} as const satisfies Record<string, KeyDefinition>

export type Scope = 'project' | 'person'
export type Key = keyof typeof KEYS
export type ConfigValue = string | number | readonly string[]

export interface KeyDefinition {
  readonly kind: 'text' | 'count' | 'list' | 'choice'
  readonly choices?: readonly string[]
  readonly scopes: readonly Scope[]
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
  if (typeof given === 'string') return given.split(',').flatMap(item => item.trim() || [])
  return Array.isArray(given) && given.every(item => typeof item === 'string') ? given : undefined
}

export function expectation({ kind, choices = [] }: KeyDefinition): string {
  return {
    text: 'a text',
    count: 'a whole number above zero',
    list: 'a list of names, separated by commas',
    choice: `one of ${choices.join(', ')}`,
  }[kind]
}

function toCount(given: unknown): number | undefined {
  const count = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : undefined
}
