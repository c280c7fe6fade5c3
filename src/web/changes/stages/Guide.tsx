import { problemFor } from '../../api/problem.ts'
import { useRead } from '../../api/query.ts'
import { ReadError } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'

/** What belongs into a stage, as agents read it too. A stage that a config added has no guide. */
export function Guide({ stage }: { stage: string }) {
  const guide = useRead('guide.show', { name: `change-${stage}` })
  const text = guide.data && 'text' in guide.data ? guide.data.text : undefined
  if (guide.isError && problemFor(guide.error).code !== 'not_found') return <ReadError of={guide} />
  if (typeof text !== 'string') return null
  return (
    <details className="rounded-md border border-line bg-sunk/50 px-4 py-2.5">
      <summary className="text-sm font-medium text-soft">What belongs here</summary>
      <div className="mt-3">
        <Markdown text={text} name={`guide-${stage}`} level={3} />
      </div>
    </details>
  )
}
