import type { Interaction, RenderHint } from '../../../tools/model.ts'
import type { RunDetail } from '../../api/types.ts'
import { EmptyState } from '../../parts/layout/States.tsx'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { bytes } from '../../parts/text/time.ts'
import { hasEnded } from '../../runs/status.ts'

import { FileResult } from './Files.tsx'
import { Rendered } from './Rendered.tsx'
import { hintIn } from './shape.ts'

interface OutcomeProps {
  readonly result: Interaction['result']
  readonly run: RunDetail
  readonly hint: RenderHint | undefined
}

/** What a tool answered: its error, its data as it wants them shown, or the beginning of what is too large for a page. */
export function Outcome({ result, run, hint }: OutcomeProps) {
  if (result === undefined)
    return (
      <EmptyState icon="runs" title={hasEnded(run) ? 'No result' : 'Still running'}>
        <p>
          {hasEnded(run) ? 'Its log has what it wrote.' : 'The result comes at the end; the log shows what it does.'}
        </p>
      </EmptyState>
    )
  return (
    <div className="min-w-0 space-y-4">
      {result.error !== undefined && (
        <p role="status" className="rounded-md bg-rust-wash px-4 py-3 break-words whitespace-pre-wrap">
          {result.error}
        </p>
      )}
      {result.data !== undefined && <Rendered data={result.data} hint={hintIn(result) ?? hint} run={run} />}
      {result.spooled !== undefined && <LargeResult result={result} run={run} />}
      {result.data === undefined && result.error === undefined && result.spooled === undefined && (
        <p className="text-soft">{result.ok ? 'Succeeded, without data.' : 'Failed, without a message.'}</p>
      )}
    </div>
  )
}

/** Too large for a page: its beginning, and all of it as a file. */
function LargeResult({ result, run }: { result: NonNullable<Interaction['result']>; run: RunDetail }) {
  const { preview, bytes: size, spooled } = result
  return (
    <section aria-label="Large result" className="min-w-0 space-y-3">
      <p className="flex flex-wrap items-center gap-3 text-soft">
        The result has {bytes(Number(size ?? 0))}; this is its beginning.
        <FileResult value={String(spooled)} run={run} />
      </p>
      {preview !== undefined && <CodeBlock text={`${String(preview)}…`} label="beginning of the result" />}
    </section>
  )
}
