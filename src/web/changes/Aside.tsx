import { useMemo } from 'react'
import { useRead } from '../api/query.ts'
import { Card } from '../parts/layout/Card.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { duration } from '../parts/text/time.ts'
import { changeStageWord, isOpenStatus } from './change-labels.ts'
import type { ChangeDetail } from './change-types.ts'
import { outputsIn } from './verify/proof.ts'

/** Beside the text: what comes next, what was proven, how it came here. */
export function Aside({ change }: { change: ChangeDetail }) {
  return (
    <>
      {isOpenStatus(change) && (
        <Card title="Next step">
          <p className="text-soft">{withoutCommands(change.next.says)}</p>
          <CommandFold command={change.next.command} />
        </Card>
      )}
      {change.proof && <Proof change={change} proof={change.proof} />}
      {change.reopened && change.reopened.length > 0 && <Reopened change={change} />}
    </>
  )
}

function Proof({ change, proof }: { change: ChangeDetail; proof: NonNullable<ChangeDetail['proof']> }) {
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

function Reopened({ change }: { change: ChangeDetail }) {
  return (
    <Card title="Reopened">
      <ul className="space-y-2">
        {change.reopened?.map(({ stage, reason, at }) => (
          <li key={at}>
            <p className="break-words">{reason}</p>
            <p className="text-xs text-faint">
              at {changeStageWord(stage).toLowerCase()}, <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
