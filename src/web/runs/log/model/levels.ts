import type { IconName } from '../../../parts/text/Icon.tsx'
import type { LineLevel } from './log-lines.ts'

/** How each level looks: never by colour alone. */
export const LEVELS: Readonly<Record<LineLevel, { word: string; icon?: IconName; text: string; row: string }>> = {
  stdout: { word: 'stdout', text: 'text-ink', row: '' },
  stderr: { word: 'stderr', icon: 'warning', text: 'text-amber', row: 'bg-amber-wash/45' },
  progress: { word: 'progress', icon: 'progress', text: 'text-faint', row: '' },
  note: { word: 'notes', icon: 'info', text: 'text-sky italic', row: '' },
}

export const LEVEL_NAMES = Object.keys(LEVELS) as LineLevel[]

/** `stderr,progress` in the address; nothing known means all. */
export function parseLevels(text: string | undefined): ReadonlySet<LineLevel> {
  const named = LEVEL_NAMES.filter(level => (text ?? '').split(',').includes(level))
  return new Set(named.length === 0 ? LEVEL_NAMES : named)
}

export function formatLevels(levels: ReadonlySet<LineLevel>): string | undefined {
  return levels.size === 0 || levels.size === LEVEL_NAMES.length
    ? undefined
    : LEVEL_NAMES.filter(level => levels.has(level)).join(',')
}

/** A click on a level shows only it; on the only one shown, all again; otherwise it comes or goes. */
export function toggleLevel(now: ReadonlySet<LineLevel>, level: LineLevel): ReadonlySet<LineLevel> {
  if (now.size === LEVEL_NAMES.length) return new Set([level])
  const next = new Set(now)
  if (!next.delete(level)) next.add(level)
  return next.size === 0 ? new Set(LEVEL_NAMES) : next
}
