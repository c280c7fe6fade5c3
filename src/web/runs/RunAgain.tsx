import { type ReactNode, useState } from 'react'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { toast } from '../parts/notify/toast.ts'

interface RunAgain {
  readonly busy: boolean
  readonly start: () => void
  /** What has to be answered first, where the tool wants a person to agree. */
  readonly question: ReactNode
}

/** Runs a tool once more with the input of an earlier run, and tells the id of the new one. */
export function useRunAgain(id: string, onStarted: (id: string) => void): RunAgain {
  const [asked, setAsked] = useState<string>()
  const rerun = useWrite('tool.rerun', {
    onSuccess: ({ interaction_id }) => onStarted(interaction_id),
    onError: error => {
      const { code, message, details } = problemFor(error)
      if (code === 'blocked' && details?.confirm === true) setAsked(message)
      else toast({ tone: 'rust', text: message })
    },
  })
  return {
    busy: rerun.isPending,
    start: () => rerun.mutate({ id }),
    question: asked !== undefined && (
      <Ask
        title="Run it again?"
        text={asked}
        yes="Run it"
        no="Cancel"
        onYes={() => {
          setAsked(undefined)
          rerun.mutate({ id, confirmed: true })
        }}
        onNo={() => setAsked(undefined)}
      />
    ),
  }
}
