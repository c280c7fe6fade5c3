import { useMemo } from 'react'
import { storyOf } from '../../agents/story.ts'
import { useEvents } from '../../agents/useEvents.ts'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { answerSoFar } from '../answer-so-far.ts'

/** What the agent has written of its answer so far, and what it looks at meanwhile. */
export default function Writing({ run, name }: { run: string; name: string }) {
  const { events } = useEvents(run)
  const { text, doing } = useMemo(() => answerSoFar(storyOf(events).chapters), [events])
  return (
    <section aria-label="Answer so far" aria-busy="true" className="mt-3">
      {text !== '' && (
        <div className="border-l-2 border-sky/50 pl-4">
          <Markdown text={text} name={`${name}-so-far`} level={3} />
        </div>
      )}
      {doing !== undefined && (
        <p className="mt-2 flex items-start gap-2 text-sm text-soft">
          <Icon name="tools" className="mt-0.5" /> <span className="min-w-0 break-words">{doing}</span>
        </p>
      )}
    </section>
  )
}
