import { Link } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { CopyLine } from '../parts/Code.tsx'
import { ReadError } from '../parts/States.tsx'
import { titleOf } from './look.ts'
import { StageLine } from './StageLine.tsx'

/** The one change that is worked on, with its stages and its next step. */
export function ActiveChange({ id }: { id: string }) {
  const change = useRead('change.status', { change_id: id })
  if (change.isError) return <ReadError of={change} />
  if (!change.isSuccess || change.data.status !== 'active') return null
  const { next } = change.data
  return (
    <section aria-label="In work" className="mb-5 rounded-lg border border-sky/50 bg-panel p-5 shadow-sheet max-sm:p-4">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold break-words">
          <Link to="/changes/$id" params={{ id }} className="hover:underline">
            {titleOf(change.data)}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {change.data.size} {change.data.type}, in work
        </p>
      </div>
      <StageLine change={change.data} />
      <div className="mt-4 grid items-center gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <p className="text-soft">{next.says.replaceAll('`', '')}</p>
        <CopyLine text={next.command} label="Copy the next step" />
      </div>
    </section>
  )
}
