import { expect, test } from 'vitest'
import { dropPreset, readPresets, savePreset } from './presets.ts'

function storage(first: Record<string, string> = {}) {
  const kept = new Map(Object.entries(first))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('presets are kept per tool, by name, and replaced by name', () => {
  const here = storage()
  savePreset('deploy', { name: 'staging', input: { ref: 'a' } }, here)
  savePreset('deploy', { name: 'live', input: {} }, here)
  savePreset('deploy', { name: 'staging', input: { ref: 'b' } }, here)
  expect(readPresets('deploy', here)).toEqual([
    { name: 'live', input: {} },
    { name: 'staging', input: { ref: 'b' } },
  ])
  expect(readPresets('build', here)).toEqual([])
  expect(dropPreset('deploy', 'live', here)).toHaveLength(1)
})

test.each(['', '{', 'null', '[1, {"name": 2}]'])('%j in the storage is no preset', text => {
  expect(readPresets('deploy', storage({ 'furrow.presets.deploy': text }))).toEqual([])
})
