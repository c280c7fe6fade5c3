import { problemFor } from '../api/problem.ts'
import { InSight } from '../parts/layout/InSight.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { ErrorBox } from '../parts/layout/States.tsx'

const RUN = /^\d{8}-\d{6}-[0-9a-z]+$/

/** Why a stage did not go on; a check that failed is one click away. */
export function Refusal({ error }: { error: unknown }) {
  const reasons = problemFor(error).details?.reasons
  const ids = Array.isArray(reasons) ? (reasons as { ids?: string[] }[]).flatMap(reason => reason.ids ?? []) : []
  const runs = ids.filter(id => RUN.test(id))
  return (
    <InSight>
      <div className="-m-5 max-sm:-m-4">
        <ErrorBox error={error} />
        {runs.length > 0 && (
          <p className="mx-5 mb-5 flex flex-wrap gap-3">
            {runs.map(run => (
              <PageLink key={run} href={`/runs/${run}`}>
                Log of {run}
              </PageLink>
            ))}
          </p>
        )}
      </div>
    </InSight>
  )
}
