import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { revisionOf } from '../../store/files/files.ts'
import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'
import {
  type ConfigScope,
  type ConfigValue,
  definitionOf,
  expectation,
  formerValue,
  type Key,
  toValue,
} from './keys.ts'
import type { WrittenSetting } from './model.ts'
import { PERSON_CONFIG, PROJECT_CONFIG } from './read-config.ts'
import { toView } from './show.ts'

export const set = implement(() => contracts.set, {
  run: (call, { key, value, expected_revision }) =>
    edit(call, 'project', { key, value: parse(key, value), expected: expected_revision }),
  render: sentence,
})

export const unset = implement(() => contracts.unset, {
  run: (call, { key, expected_revision }) => edit(call, 'project', { key, expected: expected_revision }),
  render: sentence,
})

export const setPerson = implement(() => contracts.setPerson, {
  run: (call, { key, value, expected_revision }) =>
    edit(call, 'person', { key, value: parse(key, value), expected: expected_revision }),
  render: sentence,
})

export const unsetPerson = implement(() => contracts.unsetPerson, {
  run: (call, { key, expected_revision }) => edit(call, 'person', { key, expected: expected_revision }),
  render: sentence,
})

interface SettingEdit {
  readonly key: Key
  readonly value?: ConfigValue
  readonly expected: string | undefined
}

async function edit(call: Call, scope: ConfigScope, { key, value, expected }: SettingEdit): Promise<WrittenSetting> {
  if (!definitionOf(key).scopes.includes(scope)) throw wrongScope(key)
  const file = scope === 'project' ? PROJECT_CONFIG : PERSON_CONFIG
  return call.store.transact(call, tx => {
    const files = scope === 'project' ? tx : tx.under(call.home.dir)
    const current = files.read(file)
    const revision = current?.revision ?? revisionOf(Buffer.alloc(0))
    if (expected !== undefined && expected !== revision) throw stale(file, expected, current?.revision)
    const document = openYaml(current?.bytes ?? 'schema_version: 1\n', file)
    const previous = toValue(definitionOf(key), at(document.data(), key)) ?? null
    if (value === undefined) document.remove(key.split('.'))
    else document.set(key.split('.'), value)
    const after = files.write(file, document.print(), { mode: scope === 'project' ? 0o644 : 0o600 })
    tx.emit('config', scope, after)
    tx.describe(value === undefined ? `${key} removed` : `${key} set to ${String(value)}`)
    return { key, value: toView(value), previous: toView(previous ?? undefined), path: file, revision: after }
  })
}

function parse(key: Key, text: string): ConfigValue {
  const value = toValue(definitionOf(key), text)
  if (value !== undefined) return value
  const former = formerValue(definitionOf(key), text)
  const why = former === undefined ? '' : ` ${former.why}`
  throw refuse('usage', `${key} takes ${expectation(definitionOf(key))}.${why}`, {
    target: key,
    fix: shell`furrow config list`,
  })
}

function at(data: unknown, key: Key): unknown {
  return key.split('.').reduce<unknown>((here, part) => (here as Record<string, unknown> | undefined)?.[part], data)
}

function sentence({ key, value, previous, path }: WrittenSetting): string {
  const was = previous === null ? '' : ` (it was ${String(previous)})`
  return value === null ? `${key} is no longer set in ${path}${was}.` : `${key} is ${String(value)} in ${path}${was}.`
}

function wrongScope(key: Key) {
  const [only] = definitionOf(key).scopes
  return refuse('usage', `${key} belongs to the ${only}'s config.`, {
    target: key,
    fix: only === 'person' ? shell`furrow config set-person --help` : shell`furrow config set --help`,
  })
}

function stale(file: string, expected: string, current: string | undefined) {
  return refuse('stale_revision', `${file} has changed since revision ${expected.slice(0, 12)}.`, {
    target: file,
    fix: shell`furrow config list`,
    details: { expected_revision: expected, current_revision: current ?? null },
  })
}
