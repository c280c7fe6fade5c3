import { implement } from '../call.ts'
import * as contracts from './contracts.ts'
import { definitionOf, KEY_NAMES, type Key } from './keys.ts'
import { type Config, readConfig } from './read-config.ts'

export const list = implement(() => contracts.list, {
  async run(call) {
    await call.store.settled()
    const config = readConfig(call)
    const files = [config.project, config.person]
    return {
      settings: KEY_NAMES.map(key => view(config, key)),
      files: files.map(({ scope, path, revision }) => ({ scope, path, ...(revision !== undefined && { revision }) })),
      warnings: files.flatMap(({ path, unknown, outdated }) => [
        ...unknown.map(key => `${path}: ${key} is not a setting; it is kept.`),
        ...outdated.map(({ says }) => `${path}: ${says}`),
      ]),
    }
  },
  render: ({ settings, warnings }) =>
    [
      '| setting | value | from |',
      '| --- | --- | --- |',
      ...settings.map(({ key, value, source }) => `| ${key} | ${String(value ?? '')} | ${source} |`),
      ...warnings.map(warning => `\n${warning}`),
    ].join('\n'),
})

export const get = implement(() => contracts.get, {
  async run(call, { key }) {
    await call.store.settled()
    const config = readConfig(call)
    const shown = view(config, key)
    const { revision } = shown.source === 'person' ? config.person : config.project
    return { ...shown, ...(revision !== undefined && { revision }) }
  },
  render: ({ value }) => String(value ?? ''),
})

function view(config: Config, key: Key) {
  const { value, source } = config.get(key)
  const { scopes, choices, summary } = definitionOf(key)
  return { key, value: toView(value), source, scopes: [...scopes], ...(choices && { choices: [...choices] }), summary }
}

export function toView(value: string | number | readonly string[] | undefined) {
  if (value === undefined) return null
  return typeof value === 'object' ? [...value] : value
}
