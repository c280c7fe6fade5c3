import { type ReactNode, useEffect } from 'react'
import { classes } from '../../parts/classes.ts'
import { useTitle } from '../../shell/title.ts'

interface PanesProps {
  readonly title: string
  /** What the list holds. */
  readonly label?: string
  readonly list: ReactNode
  /** On a narrow window only one pane shows: the list until something is chosen. */
  readonly chosen: boolean
  readonly children: ReactNode
}

/** A list (of tools, of threads) beside whatever is chosen of it. */
export function Panes({ title, label = 'Tools', list, chosen, children }: PanesProps) {
  const setTitle = useTitle()
  useEffect(() => setTitle(title), [setTitle, title])
  return (
    <div className="flex h-full min-h-0">
      <nav
        aria-label={label}
        className={classes(
          'w-full shrink-0 overflow-y-auto border-line lg:w-64 lg:border-r',
          chosen && 'max-lg:hidden',
        )}
      >
        {list}
      </nav>
      <div className={classes('flex min-h-0 min-w-0 flex-1', !chosen && 'max-lg:hidden')}>{children}</div>
    </div>
  )
}
