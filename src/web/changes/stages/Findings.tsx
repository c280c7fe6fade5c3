import { Children, type ReactNode, useId } from 'react'

/** One kind of what a check found; none is said as plainly as some. */
export function StageFindings({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  const id = useId()
  const empty = Children.count(children) === 0
  return (
    <div>
      <h3 id={id} className="mb-1.5 text-xs font-semibold tracking-wide text-faint uppercase">
        {title}
      </h3>
      {empty ? (
        <p className="text-soft">{none}</p>
      ) : (
        <ul aria-labelledby={id} className="space-y-1.5 break-words">
          {children}
        </ul>
      )}
    </div>
  )
}
