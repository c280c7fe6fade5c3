import type { Call } from '../workspace/call.ts'
import type { DynamicOperation, DynamicSource } from '../workspace/dynamic.ts'

/** The sources by name, loaded when something asks for more than the manifest holds. */
export const sources: Readonly<Record<string, () => Promise<DynamicSource>>> = {
  tools: async () => (await import('../tools/source.ts')).toolSource,
  gates: async () => (await import('../runs/gates/source.ts')).gateSource,
}

export async function listDynamic(call: Call, name?: string): Promise<DynamicOperation[]> {
  const lists = await Promise.all(sourcesOf(name).map(async load => (await load()).list(call, name)))
  return name === undefined ? lists.flat() : lists.flat().filter(({ entry }) => entry.name === name)
}

export async function prepareDynamic(call: Call, name: string): Promise<void> {
  await Promise.all(sourcesOf(name).map(async load => (await load()).prepare?.(call)))
}

/** The name of such an operation begins with that of its source. */
function sourcesOf(name: string | undefined): (() => Promise<DynamicSource>)[] {
  const own = name === undefined ? undefined : sources[name.split('.', 1)[0] ?? '']
  return own === undefined ? Object.values(sources) : [own]
}

export async function watchDynamic(call: Pick<Call, 'workspace'>, changed: () => void): Promise<Disposable[]> {
  const loaded = await Promise.all(Object.values(sources).map(load => load()))
  return loaded.flatMap(source => source.watch?.(call, changed) ?? [])
}

export async function dynamicKinds(): Promise<ReadonlySet<string>> {
  const loaded = await Promise.all(Object.values(sources).map(load => load()))
  return new Set(loaded.flatMap(source => source.kinds))
}
