import type { Flag } from './flags.ts'

/** A flags file: `{ name: true }`, `{ flags: { name: { enabled, environments, … } } }`, or a list of such flags. */
export function flagsIn(content: unknown): Flag[] {
  const all = holderOf(content)
  if (Array.isArray(all)) return all.map((each, index) => flagOf(nameIn(each) ?? `#${index + 1}`, each))
  return Object.entries(all).map(([name, value]) => flagOf(name, value))
}

/** Where in the file a flag's state is, so that nothing else of it has to be touched. */
export function placeOf(content: unknown, name: string, environment: string): (string | number)[] {
  const all = holderOf(content)
  const before = isRecord(content) && all === content['flags'] ? ['flags'] : []
  const key = Array.isArray(all) ? all.findIndex(each => nameIn(each) === name) : name
  const value = (all as Record<string | number, unknown>)[key]
  if (value === undefined) throw new Error(`There is no flag ${name} in the file.`)
  if (typeof value === 'boolean') return [...before, key]
  const { environments } = recordOf(value)
  if (!isRecord(environments)) return [...before, key, 'enabled']
  if (environments[environment] === undefined)
    throw new Error(`${name} has no environment ${environment}, only ${Object.keys(environments).join(', ')}.`)
  const isNested = isRecord(environments[environment])
  return [...before, key, 'environments', environment, ...(isNested ? ['enabled'] : [])]
}

function holderOf(content: unknown): Readonly<Record<string, unknown>> | readonly unknown[] {
  const inner = isRecord(content) && 'flags' in content ? content['flags'] : content
  if (Array.isArray(inner) || isRecord(inner)) return inner
  throw new Error('The file holds no flags: it should be a list of them, or an object by their names.')
}

function flagOf(name: string, value: unknown): Flag {
  if (typeof value === 'boolean') return { name, environments: { default: value } }
  const { enabled, environments, description, created_at: created, last_seen_at: seen, permanent } = recordOf(value)
  return {
    name,
    environments: isRecord(environments) ? statesIn(environments) : { default: enabled === true },
    ...(typeof description === 'string' && { description }),
    ...(isDate(created) && { created_at: isoOf(created) }),
    ...(isDate(seen) && { last_seen_at: isoOf(seen) }),
    ...(permanent === true && { permanent }),
  }
}

function statesIn(environments: Readonly<Record<string, unknown>>): Record<string, boolean> {
  return Object.fromEntries(
    Object.entries(environments).map(([name, value]) => [
      name,
      isRecord(value) ? value['enabled'] === true : value === true,
    ]),
  )
}

function nameIn(value: unknown): string | undefined {
  const { name, key } = recordOf(value)
  return typeof name === 'string' ? name : typeof key === 'string' ? key : undefined
}

function isDate(value: unknown): value is string | Date {
  return value instanceof Date || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))
}

function isoOf(value: string | Date): string {
  return new Date(value).toISOString()
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {}
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
