import { type ReactNode, useEffect } from 'react'
import { useTitle } from '../../shell/title.ts'
import { classes } from '../classes.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'

interface PageProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** Fills the window instead of growing with its content (logs, boards). */
  readonly tall?: boolean
}

/** The frame of every page: one heading, what it is about, what can be done here. */
export function Page({ title, lead, actions, children, tall }: PageProps) {
  const setTitle = useTitle()
  useEffect(() => setTitle(title), [setTitle, title])
  return (
    <div
      className={classes(
        'mx-auto w-full max-w-6xl px-8 pt-8 pb-16 max-md:px-6 max-sm:px-4 max-sm:pt-5 [&>[role=alert]]:mx-0',
        tall && 'flex h-full min-h-0 max-w-none flex-col pb-6 max-sm:pb-3',
      )}
    >
      <header className={classes('flex flex-wrap items-start justify-between gap-x-6 gap-y-3', tall ? 'mb-4' : 'mb-7')}>
        <div className="min-w-0 flex-1 basis-[min(100%,14rem)]">
          <Breadcrumbs />
          <h1 className="text-[1.625rem] leading-tight font-semibold tracking-[-0.02em] break-words max-sm:text-xl">
            {title}
          </h1>
          {lead && (
            <div className={classes('mt-1.5 text-soft', typeof lead === 'string' && !tall && 'max-w-[68ch]')}>
              {lead}
            </div>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
