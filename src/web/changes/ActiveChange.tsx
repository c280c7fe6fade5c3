import { Link } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'
import { LinkButton } from '../parts/input/LinkButton.tsx'
import { ReadError } from '../parts/layout/States.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { changeTitleOf } from './change-labels.ts'
import { ChangeStageLine } from './stages/StageLine.tsx'

/** The one change that is worked on, with its stages and its next step. */
export function ActiveChange({ id }: { id: string }) {
  const change = useRead('change.status', { change_id: id })
  if (change.isError) return <ReadError of={change} />
  if (!change.isSuccess || change.data.status !== 'active') return null
  const { next } = change.data
  return (
    <section
      aria-label="In progress"
      className="mb-5 rounded-lg border border-sky/50 bg-panel p-5 shadow-sheet max-sm:p-4"
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 text-base font-semibold break-words">
          <Link to="/changes/$id" params={{ id }} className="hover:underline">
            {changeTitleOf(change.data)}
          </Link>
        </h2>
        <p className="text-sm text-soft">
          {change.data.size} {change.data.type}, in progress
        </p>
      </div>
      <ChangeStageLine change={change.data} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-soft">{withoutCommands(next.says)}</p>
        <LinkButton href={`/changes/${id}`}>Continue</LinkButton>
      </div>
    </section>
  )
}
