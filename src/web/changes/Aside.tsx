import { useMemo } from 'react'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { PageLink } from '../parts/PageLink.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { duration } from '../parts/time.ts'
import { isOpen, stageWord } from './look.ts'
import { outputsIn } from './proof.ts'
import type { Change } from './types.ts'

/** Beside the text: what comes next, what was proven, how it came here. */
export function Aside({ change }: { change: Change }) {
  return (
    <>
      {isOpen(change) && (
        <Card title="Next step">
          <p className="mb-3 text-soft">{change.next.says.replaceAll('`', '')}</p>
          <CopyLine text={change.next.command} label="Copy the next step" />
        </Card>
      )}
      {change.proof && <Proof change={change} proof={change.proof} />}
      {change.reopened && change.reopened.length > 0 && <Reopened change={change} />}
    </>
  )
}

function Proof({ change, proof }: { change: Change; proof: NonNullable<Change['proof']> }) {
  const verify = useRead('change.artifact', { id: change.id, stage: 'verify' })
  const outputs = useMemo(() => outputsIn(verify.data?.content ?? ''), [verify.data])
  return (
    <Card title="Proof" aside={<RelativeTime at={proof.at} />}>
      {proof.results.length === 0 ? (
        <p className="text-soft">
          <strong>proof: none</strong>. There was no quality gate and no accepted command to run.
        </p>
      ) : (
        <ul className="space-y-4">
          {proof.results.map(result => (
            <li key={result.name}>
              <div className="flex items-center justify-between gap-2">
                <span className="min-w-0 font-medium break-words">{result.name}</span>
                <Badge tone={result.ok ? 'sprout' : 'rust'} icon={result.ok ? 'check' : 'cross'}>
                  exit {result.exit_code ?? 'none'}
                </Badge>
              </div>
              <code className="mt-1 block font-mono text-xs break-all text-soft">{result.command}</code>
              <p className="mt-1 text-xs text-faint">
                {duration(result.duration_ms)}, <PageLink href={`/runs/${result.run}`}>the run</PageLink>
              </p>
              <Output text={outputs.get(result.name)} name={result.name} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Output({ text, name }: { text: string | undefined; name: string }) {
  if (text === undefined) return null
  return (
    <details className="mt-1.5">
      <summary className="text-xs text-soft">Output of {name}</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="mt-1.5 max-h-60 overflow-auto rounded-md bg-sunk p-2.5 font-mono text-[0.6875rem] leading-relaxed"
      >
        {text}
      </pre>
    </details>
  )
}

function Reopened({ change }: { change: Change }) {
  return (
    <Card title="Reopened">
      <ul className="space-y-2">
        {change.reopened?.map(({ stage, reason, at }) => (
          <li key={at}>
            <p className="break-words">{reason}</p>
            <p className="text-xs text-faint">
              at {stageWord(stage).toLowerCase()}, <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
