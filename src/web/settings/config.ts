import type { SettingDetail } from '../api/types.ts'

/** A value of the configuration as a person types it; lists are separated by commas. */
export function shown(value: SettingDetail['value']): string {
  if (value === null) return ''
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Where an edit belongs: to your own config when the value stands there or may stand nowhere else, else to the project. */
export function operationFor({
  source,
  scopes,
}: Pick<SettingDetail, 'source' | 'scopes'>): 'config.set' | 'config.set_person' {
  return source === 'person' || !scopes.includes('project') ? 'config.set_person' : 'config.set'
}

const GROUPS: readonly { readonly title: string; readonly holds: (key: string) => boolean }[] = [
  { title: 'Project', holds: key => key.startsWith('project.') },
  { title: 'What is kept', holds: key => /retention$|^runs\.log_bytes$/.test(key) },
  { title: 'Limits of runs', holds: key => key.startsWith('runs.') },
  { title: 'Working with agents', holds: key => key.startsWith('hooks.') || key === 'delegate' },
  { title: 'Memory', holds: key => key.startsWith('memory.') },
  { title: 'Ask', holds: key => key.startsWith('ask.') },
  { title: 'More', holds: () => true },
]

/** The settings by what they are about, each once. */
export function grouped<T extends Pick<SettingDetail, 'key'>>(
  settings: readonly T[],
): { title: string; settings: T[] }[] {
  const groupOf = (key: string) => GROUPS.find(({ holds }) => holds(key))?.title
  return GROUPS.map(({ title }) => ({ title, settings: settings.filter(({ key }) => groupOf(key) === title) })).filter(
    group => group.settings.length > 0,
  )
}
