import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from './Icon.tsx'

export type Tone = 'sprout' | 'sky' | 'amber' | 'rust' | 'clay' | 'plain'

const TONES: Readonly<Record<Tone, string>> = {
  sprout: 'bg-sprout-wash text-sprout',
  sky: 'bg-sky-wash text-sky',
  amber: 'bg-amber-wash text-amber',
  rust: 'bg-rust-wash text-rust',
  clay: 'bg-clay-wash text-clay',
  plain: 'bg-hover text-soft',
}

const DOTS: Readonly<Record<Tone, string>> = {
  sprout: 'bg-sprout',
  sky: 'bg-sky',
  amber: 'bg-amber',
  rust: 'bg-rust',
  clay: 'bg-clay',
  plain: 'bg-faint',
}

export function Badge({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex h-[22px] items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {icon && <Icon name={icon} size={13} />}
      {children}
    </span>
  )
}

/** A coloured dot is never alone: words beside it, or `label` for those who do not see it. */
export function StatusDot({ tone, live, label }: { tone: Tone; live?: boolean; label?: string }) {
  return (
    <span className="inline-flex items-center">
      <span
        aria-hidden="true"
        className={classes('size-2 shrink-0 rounded-full', DOTS[tone], live && 'animate-pulse-dot')}
      />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
