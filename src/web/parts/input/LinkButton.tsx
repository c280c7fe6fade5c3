import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

interface LinkButtonProps {
  readonly href: string
  readonly kind?: 'primary' | 'normal'
  readonly children: ReactNode
}

/** A link to a page that looks like the button that leads on. */
export function LinkButton({ href, kind = 'normal', children }: LinkButtonProps) {
  return (
    <Link
      to={href}
      className={classes(
        'inline-flex h-9 items-center justify-center rounded-md border px-3.5 text-sm font-medium whitespace-nowrap shadow-sheet transition-colors max-sm:h-10',
        kind === 'primary'
          ? 'border-transparent bg-sprout-fill text-on-sprout hover:bg-sprout-fill-hover'
          : 'border-line-strong/60 bg-panel text-ink hover:bg-hover',
      )}
    >
      {children}
    </Link>
  )
}
