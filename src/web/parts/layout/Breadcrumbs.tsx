import { Link, useLocation } from '@tanstack/react-router'
import { crumbsOf } from '../../nav.ts'

/** Where a page of one thing belongs, and the way back there. */
export function Breadcrumbs() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const crumbs = crumbsOf(path)
  if (crumbs.length === 0) return null
  return (
    <nav aria-label="Breadcrumb" className="mb-1.5">
      <ol className="flex flex-wrap items-center gap-x-1.5 text-xs text-soft">
        {crumbs.map(({ title, path: to }, index) => (
          <li key={title} className="flex items-center gap-x-1.5">
            {index > 0 && <span aria-hidden="true">/</span>}
            <Link to={to} className="hover:text-ink hover:underline">
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
