import { useRead } from '../api/query.ts'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { count } from '../parts/text/time.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { idIn } from './spec-labels.ts'
import type { SpecDetail } from './spec-types.ts'

/** What can be computed about the texts; the same as `furrow lint`. */
export function FindingsView({ spec }: { spec: SpecDetail }) {
  const lint = useRead('spec.lint', {})
  if (lint.isPending) return <Loading rows={6} />
  if (lint.isError) return <ErrorBox error={lint.error} retry={() => void lint.refetch()} />
  const { findings, blocking } = lint.data
  if (findings.length === 0)
    return (
      <EmptyState icon="check" title="Nothing was found in the texts">
        Placeholders, ids, acceptance criteria, units, terms and forms were looked at.
      </EmptyState>
    )
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
      <p role="status" className="border-b border-line px-5 py-2 text-xs text-faint max-sm:px-4">
        {count(findings.length, 'finding')}, {blocking} blocking
      </p>
      <Rows label="Findings">
        {findings.map(({ kind, level, message, path, line }) => (
          <Row key={`${path}${line}${kind}${message}`}>
            <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
              <Badge tone={level === 'block' ? 'rust' : 'plain'}>{kind.replaceAll('_', ' ')}</Badge>
              <span className="min-w-0 flex-1 basis-60">{message}</span>
              <span className="font-mono text-xs break-all text-faint">
                <PlaceLink spec={spec} path={path} at={idIn(message)}>{`${path}:${line}`}</PlaceLink>
              </span>
            </div>
          </Row>
        ))}
      </Rows>
    </div>
  )
}
