import fs from 'node:fs'
import type { App, CallOptions } from '../../src/app/app.ts'
import type { Failure } from '../../src/operation/errors.ts'
import type { JsonSchema, Manifest, OperationEntry } from '../../src/operation/manifest.ts'
import type { Outcome } from '../../src/operation/outcome.ts'
import { shell } from '../../src/shared/shell/shell.ts'

/** Operations of every shape that a command line has to spell, for tests of the door itself. */
const Id: JsonSchema = { type: 'string', 'x-furrow': 'id' }

export const echo = operation('demo.echo', {
  summary: 'Give back what was given.',
  cli: {
    path: 'demo echo',
    positionals: ['id', 'other_id'],
    rest: 'words',
    text: 'note',
    objects: { env: 'pairs', data: 'json' },
    example: 'furrow demo echo first --size small',
  },
  required: ['id'],
  properties: {
    id: { ...Id, description: 'Which one' },
    other_id: Id,
    words: { type: 'array', items: { type: 'string' } },
    note: { type: 'string', description: 'What to say' },
    size: { type: 'string', enum: ['small', 'large'], default: 'small' },
    count: { type: 'integer' },
    ratio: { type: 'number' },
    loud: { type: 'boolean', default: false },
    title: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    tag: { type: 'array', items: { type: 'string' } },
    allow: { type: 'array', items: Id },
    env: { type: 'object', additionalProperties: { type: 'string' } },
    data: { type: 'object' },
  },
})

export const write = operation('demo.write', {
  summary: 'Keep a text.',
  effect: 'write',
  cli: { path: 'demo write', positionals: ['kind'], text: 'text', example: 'furrow demo write note --text @file' },
  required: ['kind', 'text'],
  properties: { kind: { type: 'string', enum: ['note', 'letter'] }, text: { type: 'string' } },
})

export const wipe = operation('demo.wipe', {
  summary: 'Remove everything.',
  effect: 'destructive',
  cli: { path: 'demo wipe', positionals: ['id'], example: 'furrow demo wipe all' },
  required: ['id'],
  properties: { id: Id },
})

const peek = operation('demo.peek', {
  summary: 'What would be decided.',
  cli: { path: 'demo peek', example: 'furrow demo peek' },
})

export const decide = operation('demo.decide', {
  summary: 'Decide it.',
  effect: 'write',
  authority: 'person',
  preview: 'demo.peek',
  cli: { path: 'demo decide', example: 'furrow demo decide' },
})

const slow = operation('demo.slow', { summary: 'Take long.', cli: { path: 'demo slow', example: 'furrow demo slow' } })
const deaf = operation('demo.deaf', {
  summary: 'Do not listen.',
  cli: { path: 'demo deaf', example: 'furrow demo deaf' },
})
const bug = operation('demo.bug', { summary: 'Break.', cli: { path: 'demo bug', example: 'furrow demo bug' } })
const stuck = operation('demo.stuck', { summary: 'Refuse.', cli: { path: 'demo stuck', example: 'furrow demo stuck' } })
const evil = operation('demo.evil', {
  summary: 'Say bad things.',
  cli: { path: 'demo evil', example: 'furrow demo evil' },
})

export const demo: Manifest = {
  version: '0.0.0',
  operations: [echo, write, wipe, peek, decide, slow, deaf, bug, stuck, evil],
  resources: [],
  guides: [],
}

const blockedTwice: Failure = {
  code: 'blocked',
  message: 'first is still at tasks.',
  target: 'first',
  fix: shell`furrow demo wipe first`,
  details: {
    reasons: [
      { code: 'open', ids: ['first'], message: 'first is still at tasks.', fix: shell`furrow demo wipe first` },
      { code: 'open', ids: ['second'], message: 'second is still at spec.', fix: shell`furrow demo wipe second` },
    ],
  },
}

const ANSWERS: Readonly<Record<string, (input: unknown, options: CallOptions) => Promise<Outcome> | Outcome>> = {
  'demo.peek': () => said({ peek: true }, '# Peek\n\n**nothing** yet'),
  'demo.stuck': () => ({ ok: false, error: blockedTwice }),
  'demo.bug': () => {
    throw new TypeError('it broke')
  },
  'demo.evil': () => said({}, 'a\u001b[31mred\u001b[0m \u202egnp.exe \u0007 `x\u009b2J`'),
  'demo.deaf': (_, { progress, signal }) =>
    new Promise(() => {
      setInterval(() => progress?.({ message: signal?.aborted ? 'heard and ignored' : 'still deaf' }), 20)
    }),
  'demo.slow': (_, { signal, progress }) =>
    new Promise(resolve => {
      let done = 0
      fs.writeFileSync('slow-has-begun', '')
      const timer = setInterval(() => {
        done += 1
        progress?.({ message: 'counting', done, total: 1000 })
      }, 20)
      signal?.addEventListener('abort', () => {
        clearInterval(timer)
        resolve({ ok: false, error: { code: 'cancelled', message: 'demo.slow was cancelled.' } })
      })
    }),
}

/** The core as far as the door sees it; the door itself, its processes and its terminals are the real ones. */
export async function openDemo(): Promise<App> {
  const app = {
    manifest: demo,
    async call(name: string, input: unknown, options: CallOptions): Promise<Outcome> {
      const answer = ANSWERS[name]
      return answer === undefined ? said({ name, input, actor: options.actor }) : answer(input, options)
    },
    check: async () => undefined,
    list: async () => demo.operations,
    [Symbol.asyncDispose]: async () => undefined,
  }
  return app as unknown as App
}

function said(value: unknown, text = JSON.stringify(value)): Outcome {
  return { ok: true, value, text: () => text }
}

interface Shape extends Partial<Pick<OperationEntry, 'effect' | 'authority' | 'preview'>> {
  readonly summary: string
  readonly cli: NonNullable<OperationEntry['cli']>
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

function operation(name: string, { required = [], properties = {}, ...shape }: Shape): OperationEntry {
  return {
    name,
    domain: 'demo',
    key: name,
    effect: 'read',
    authority: 'anyone',
    input: { type: 'object', properties, required, additionalProperties: false },
    output: {},
    ...shape,
  }
}
