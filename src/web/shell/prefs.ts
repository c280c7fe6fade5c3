import { createState, type State } from '../api/state.ts'

export type Theme = 'system' | 'light' | 'dark'

/** What this person likes, kept in this browser. */
export const theme = kept<Theme>('furrow.theme', 'system', ['system', 'light', 'dark'])
export const singleKeys = kept<'on' | 'off'>('furrow.keys', 'on', ['on', 'off'])

export function chooseTheme(next: Theme): void {
  theme.set(next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}

function kept<T extends string>(key: string, first: T, allowed: readonly T[]): State<T> {
  const stored = allowed.find(value => value === localStorage.getItem(key))
  const inner = createState<T>(stored ?? first)
  return {
    ...inner,
    set(next) {
      localStorage.setItem(key, next)
      inner.set(next)
    },
  }
}
