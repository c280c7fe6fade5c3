import type { InputValues } from '../tool-types.ts'

export interface Preset {
  readonly name: string
  readonly input: InputValues
}

type PresetStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Inputs that somebody kept under a name, in this browser; values of secret fields are never among them. */
export function readPresets(tool: string, storage: PresetStorage = localStorage): Preset[] {
  try {
    const value = JSON.parse(storage.getItem(keyOf(tool)) ?? '[]') as unknown
    return Array.isArray(value) ? value.filter(isPreset) : []
  } catch {
    // Not ours, or blocked: there are none then.
    return []
  }
}

export function savePreset(tool: string, preset: Preset, storage: PresetStorage = localStorage): Preset[] {
  return write(tool, [...readPresets(tool, storage).filter(({ name }) => name !== preset.name), preset], storage)
}

export function dropPreset(tool: string, name: string, storage: PresetStorage = localStorage): Preset[] {
  return write(
    tool,
    readPresets(tool, storage).filter(preset => preset.name !== name),
    storage,
  )
}

function write(tool: string, presets: Preset[], storage: PresetStorage): Preset[] {
  const sorted = presets.sort((a, b) => a.name.localeCompare(b.name))
  storage.setItem(keyOf(tool), JSON.stringify(sorted))
  return sorted
}

function isPreset(value: unknown): value is Preset {
  const { name, input } = Object(value) as { name?: unknown; input?: unknown }
  return typeof name === 'string' && input !== null && typeof input === 'object'
}

function keyOf(tool: string): string {
  return `furrow.presets.${tool}`
}
