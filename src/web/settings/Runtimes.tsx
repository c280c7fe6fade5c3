import { useRead } from '../api/query.ts'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'

/** What the tools of this repository run under. */
export function Runtimes() {
  const found = useRead('tool.runtimes', {})
  return (
    <Card title="Runtimes of tools" flush>
      {found.isPending && <Loading rows={2} />}
      {found.isError && <ErrorBox error={found.error} retry={() => void found.refetch()} />}
      <ul aria-label="Runtimes" className="divide-y divide-line">
        {found.data?.runtimes.map(({ name, program, used }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-5 py-3 max-sm:px-4">
            <span className="w-14 font-medium">{name}</span>
            {used && <Badge tone="sprout">used</Badge>}
            <span className="min-w-0 font-mono text-xs break-all text-soft">{program ?? 'not on PATH'}</span>
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-5 py-3 text-soft max-sm:px-4">
        TypeScript tools run under the first that is there. Their steps are the same under each.
      </p>
    </Card>
  )
}
