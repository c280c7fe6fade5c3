import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../../shared/shell/shell.ts'
import { useWrite } from '../../api/query.ts'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { Composer } from '../Composer.tsx'
import { Searching } from '../Progress.tsx'

const EXAMPLES = [
  'Where does this program start, and what does it do first?',
  'What is written to disk, and where?',
  'Which tests cover what happens when something fails?',
]

/** The first question, with what makes a good one; above a list it is only the field. */
export function BeginThread({ short = false }: { short?: boolean }) {
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
            Answers cite the lines they rely on, and stay here as a thread that you can continue, name and turn into
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
          <CommandFold command={shell`furrow ask "Where is the session cookie set?"`} />
        </>
      )}
    </div>
  )
}
