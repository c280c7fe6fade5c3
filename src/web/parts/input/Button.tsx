import type { ComponentProps, MouseEvent } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../text/Icon.tsx'

const KINDS = {
  primary: 'bg-sprout-fill text-on-sprout hover:bg-sprout-fill-hover border-transparent shadow-sheet',
  normal: 'bg-panel text-ink border-line-strong/60 hover:bg-hover shadow-sheet',
  quiet: 'border-transparent text-soft hover:bg-hover hover:text-ink',
  danger: 'bg-rust-fill text-on-rust border-transparent hover:opacity-90 shadow-sheet',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: keyof typeof KINDS
  size?: 'small' | 'normal'
  icon?: IconName
  busy?: boolean
  /** Why it cannot be pressed now; the button stays reachable and says so. */
  reason?: string | undefined
}

export function Button({ kind = 'normal', size = 'normal', icon, busy, reason, ...props }: ButtonProps) {
  const { className, children, onClick, ...rest } = props
  const off = reason !== undefined || busy === true
  return (
    <button
      type="button"
      {...rest}
      onClick={off ? leave : onClick}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      title={reason ?? rest.title}
      data-reason={reason}
      className={classes(
        'inline-flex items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors',
        size === 'small' ? 'h-7 px-2 text-xs' : 'h-9 px-3.5 text-sm max-sm:h-10',
        KINDS[kind],
        off && 'cursor-not-allowed opacity-60',
        className,
      )}
    >
      {icon && <Icon name={icon} size={size === 'small' ? 14 : 16} />}
      {children}
    </button>
  )
}

/** A form is not sent by a button that cannot be pressed now. */
function leave(event: MouseEvent): void {
  event.preventDefault()
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: IconName
  label: string
  pressed?: boolean
  /** As of a button: why it cannot be pressed now. It keeps the focus, unlike one that is `disabled`. */
  reason?: string | undefined
}

/** A button that shows only its icon; `label` is its name and its hint. */
export function IconButton({ icon, label, pressed, reason, className, onClick, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={reason ?? label}
      data-reason={reason}
      aria-pressed={pressed}
      aria-disabled={reason !== undefined || undefined}
      {...(onClick && reason === undefined && { onClick })}
      {...props}
      className={classes(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-md border transition-colors',
        pressed
          ? 'border-sprout/40 bg-sprout-wash text-sprout'
          : 'border-transparent text-soft hover:bg-hover hover:text-ink',
        'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  )
}
