import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../operation/shell.ts'
import { useWrite } from '../api/query.ts'
import { CopyLine } from '../parts/Code.tsx'
import { Icon } from '../parts/Icon.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { Panes } from '../tools/Panes.tsx'
import { Composer } from './Composer.tsx'
import { Searching } from './Progress.tsx'
import { ThreadList } from './ThreadList.tsx'

/** Where a conversation with the codebase begins. */
export default function AskPage() {
  const search = useSearch({ from: '/ask' })
  return (
    <Panes title="Ask" label="Threads" chosen={false} list={<ThreadList search={search} isPage />}>
      <section aria-label="New thread" className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto px-6 py-8 max-sm:px-4">
          <Begin />
        </div>
      </section>
    </Panes>
  )
}

const EXAMPLES = [
  'Where does this program start, and what does it do first?',
  'What is written to disk, and where?',
  'Which tests cover what happens when something fails?',
]

/** The first question, with what makes a good one; above a list it is only the field. */
export function Begin({ short = false }: { short?: boolean }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<string>()
  const ask = useWrite('ask.answer', {
    onSuccess: ({ thread_id: thread }) => void navigate({ to: '/ask/$thread', params: { thread }, search: {} }),
  })
  const begin = (question: string) => {
    setAsked(question)
    ask.mutate({ question })
  }
  return (
    <div className="mx-auto w-full max-w-2xl">
      {!short && (
        <>
          <h2 className="mb-1.5 text-xl font-semibold tracking-[-0.02em]">Ask this codebase</h2>
          <p className="mb-5 text-soft">
            Answers cite the lines they stand on, and stay here as a thread that you can go on with, name, and turn into
            work.
          </p>
        </>
      )}
      <Composer label="Your question" busy={ask.isPending} onAsk={begin} />
      {ask.isPending && (
        <div className="mt-5">
          <p className="mb-2 font-medium break-words">{asked}</p>
          <Searching />
        </div>
      )}
      {ask.isError && <ErrorBox error={ask.error} />}
      {!ask.isPending && !short && (
        <>
          <ul aria-label="Examples" className="mt-5 space-y-1.5">
            {EXAMPLES.map(example => (
              <li key={example}>
                <button
                  type="button"
                  onClick={() => begin(example)}
                  className="inline-flex max-w-full items-start gap-2 rounded-md px-2 py-1 text-left text-soft hover:bg-hover hover:text-ink"
                >
                  <Icon name="ask" className="mt-0.5" /> {example}
                </button>
              </li>
            ))}
          </ul>
          <p className="mt-6 mb-2 text-xs text-faint">The same from a terminal:</p>
          <CopyLine text={shell`furrow ask "Where is the session cookie set?"`} />
        </>
      )}
    </div>
  )
}
