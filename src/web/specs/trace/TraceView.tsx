import { useRead } from '../../api/query.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { count } from '../../parts/text/time.ts'
import { PlaceLink } from '../PlaceLink.tsx'
import { idIn } from '../spec-labels.ts'
import type { SpecDetail, TraceDetail } from '../spec-types.ts'
import { TraceGraph } from './TraceGraph.tsx'
import { Waves } from './Waves.tsx'

/** Which task covers which requirement, as a matrix and as a picture; gaps and the waves in words. */
export function TraceView({ spec }: { spec: SpecDetail }) {
  const trace = useRead('spec.trace', { code: true })
  if (trace.isPending) return <Loading rows={8} />
  if (trace.isError) return <ErrorBox error={trace.error} retry={() => void trace.refetch()} />
  if (trace.data.nodes.length === 0)
    return (
      <EmptyState icon="link" title="No ids yet">
        Requirements, rules and tasks are given ids when they are written.
      </EmptyState>
    )
  return (
    <div className="grid min-w-0 gap-5">
      <Gaps trace={trace.data} spec={spec} />
      <Card title="Matrix" flush aside={count(trace.data.coverage.length, 'requirement')}>
        <Matrix trace={trace.data} spec={spec} />
      </Card>
      <Card title="Graph">
        <TraceGraph trace={trace.data} />
      </Card>
      {trace.data.waves.length > 0 && (
        <Card title="Waves">
          <Waves trace={trace.data} />
        </Card>
      )}
    </div>
  )
}

interface Traced {
  readonly trace: TraceDetail
  readonly spec: SpecDetail
}

function Gaps({ trace: { findings }, spec }: Traced) {
  if (findings.length === 0) return <p className="text-sprout">Every requirement is covered, and nothing dangles.</p>
  return (
    <ul aria-label="Gaps" className="space-y-1.5">
      {findings.map(({ kind, level, message, path, line }) => (
        <li key={`${kind}${message}${line}`} className="flex flex-wrap items-center gap-2">
          <Badge tone={level === 'block' ? 'rust' : 'amber'}>{kind.replaceAll('_', ' ')}</Badge>
          {message}{' '}
          <span className="font-mono text-xs break-all text-faint">
            <PlaceLink spec={spec} path={path} at={idIn(message)}>{`${path}:${line}`}</PlaceLink>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Matrix({ trace: { coverage, nodes }, spec }: Traced) {
  const paths = new Map(nodes.map(({ id, path }) => [id, path]))
  const tasks = nodes.filter(({ kind }) => kind === 'TASK').map(({ id }) => id)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-left text-xs text-faint">
          <tr>
            <th className="px-5 py-2 font-medium max-sm:px-4">Requirement</th>
            <th className="px-2 py-2 font-medium">Priority</th>
            <th className="px-2 py-2 font-medium">Designed</th>
            {tasks.map(id => (
              <th key={id} className="px-2 py-2 font-mono font-medium whitespace-nowrap">
                <PlaceLink spec={spec} path={paths.get(id) ?? ''} at={id}>
                  {id}
                </PlaceLink>
              </th>
            ))}
            <th className="px-5 py-2 font-medium max-sm:px-4">Code</th>
          </tr>
        </thead>
        <tbody>
          {coverage.map(row => (
            <tr key={row.id} className="border-t border-line align-top">
              <th scope="row" className="min-w-48 px-5 py-2 text-left font-normal max-sm:px-4">
                <span className="font-mono text-xs font-medium">
                  <PlaceLink spec={spec} path={paths.get(row.id) ?? ''} at={row.id}>
                    {row.id}
                  </PlaceLink>
                </span>{' '}
                {row.title}
              </th>
              <td className="px-2 py-2 text-soft">{row.priority ?? ''}</td>
              <td className="px-2 py-2">{row.designed ? 'yes' : ''}</td>
              {tasks.map(id => (
                <td key={id} className="px-2 py-2 text-sprout">
                  {row.tasks.includes(id) ? 'covers' : ''}
                </td>
              ))}
              <td className="px-5 py-2 text-xs text-soft max-sm:px-4">
                {row.code?.map(({ path, line }) => `${path}:${line}`).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
