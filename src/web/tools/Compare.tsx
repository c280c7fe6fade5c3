import { unifiedDiff } from '../../store/diff.ts'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Diff } from '../parts/Diff.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { duration } from '../parts/time.ts'
import { lookOf } from '../runs/status.ts'
import type { Interaction } from './types.ts'

/** Two runs of one tool: what was given and what came out, as differences. */
export function Compare({ tool, a, b }: { tool: string; a: string; b: string }) {
  const first = useRead('tool.interaction', { name: tool, id: a })
  const second = useRead('tool.interaction', { name: tool, id: b })
  if (first.isPending || second.isPending) return <Loading rows={6} />
  if (first.isError || second.isError) return <ErrorBox error={first.error ?? second.error} />
  const pairs = [
    { what: 'Input', of: (run: Interaction) => run.input },
    { what: 'Result', of: (run: Interaction) => run.result?.data ?? run.result?.error },
  ]
  return (
    <div className="min-w-0 space-y-6">
      <h2 className="text-base font-semibold">Two runs compared</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        <Facts run={first.data} sign="−" />
        <Facts run={second.data} sign="+" />
      </div>
      {pairs.map(({ what, of }) => (
        <Pair key={what} what={what} before={printed(of(first.data))} after={printed(of(second.data))} />
      ))}
      <Pair what="Log" before={logOf(first.data)} after={logOf(second.data)} />
    </div>
  )
}

function Facts({ run, sign }: { run: Interaction; sign: string }) {
  const { word, tone, icon } = lookOf(run.status)
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2">
      <span aria-hidden="true" className="font-mono">
        {sign}
      </span>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      <RelativeTime at={run.created_at} />
      {run.duration_ms !== undefined && <span className="tabular text-soft">{duration(run.duration_ms)}</span>}
      {run.tool_version && <span className="text-faint">version {run.tool_version}</span>}
    </p>
  )
}

function Pair({ what, before, after }: { what: string; before: string; after: string }) {
  const text = unifiedDiff(before, after, what.toLowerCase())
  return (
    <section>
      <h3 className="mb-2 font-medium">{what}</h3>
      {text === '' ? (
        <p className="text-soft">No difference.</p>
      ) : (
        <Diff text={text} label={`Difference of ${what.toLowerCase()}`} />
      )}
    </section>
  )
}

function printed(value: unknown): string {
  return value === undefined ? '' : `${JSON.stringify(value, undefined, 2)}\n`
}

function logOf(run: Interaction & { log?: readonly { text: string }[] }): string {
  return (run.log ?? []).map(({ text }) => `${text}\n`).join('')
}
