import { type ReactNode, useId } from 'react'
import { classes } from '../classes.ts'

interface CardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly flush?: boolean
}

/** A titled sheet on the field. `flush` lets rows reach its edges. */
export function Card({ title, aside, children, flush }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b border-line px-5 py-2 max-sm:px-4">
        <h2 id={id} className="text-sm font-semibold tracking-[-0.005em]">
          {title}
        </h2>
        {aside && <div className="flex flex-wrap items-center gap-2 text-xs text-faint">{aside}</div>}
      </header>
      <div className={classes(!flush && 'p-5 max-sm:p-4')}>{children}</div>
    </section>
  )
}
