import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'

interface PageLinkProps {
  readonly href: string
  readonly children: ReactNode
  readonly className?: string
}

/** A link to a page whose address came from the server or a table, so that no route type knows it. */
export function PageLink({ href, children, className }: PageLinkProps) {
  return (
    <Link
      to={href}
      className={classes(
        'font-medium text-sprout underline decoration-sprout/40 underline-offset-3 hover:decoration-current',
        className,
      )}
    >
      {children}
    </Link>
  )
}
