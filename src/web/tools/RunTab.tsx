import { useState } from 'react'
import { needsConsent } from '../../tools/follow-ups/consent.ts'
import { useWrite } from '../api/query.ts'
import { Ask } from '../parts/Ask.tsx'
import { ErrorBox } from '../parts/States.tsx'
import { Banners } from './Banners.tsx'
import { ToolForm } from './form/ToolForm.tsx'
import { useForm } from './form/useForm.ts'
import type { Go } from './ToolTabs.tsx'
import type { Tool, Values } from './types.ts'

interface RunTabProps {
  readonly tool: Tool
  readonly earlier: Values | undefined
  /** What was given lately, the newest first. */
  readonly inputs: readonly Values[]
  readonly onGo: Go
}

export function RunTab({ tool, earlier, inputs, onGo }: RunTabProps) {
  const form = useForm(tool, earlier)
  const [asking, setAsking] = useState<Values>()
  const run = useWrite('tool.run', {
    onSuccess: ({ interaction_id }) => onGo({ run: interaction_id, from: undefined }),
  })
  const start = (input: Values) =>
    run.mutate({ name: tool.name, input: { ...input }, ...(needsConsent(tool, input) && { confirmed: true }) })
  return (
    <>
      <Banners tool={tool} onGo={onGo} />
      <ToolForm
        tool={tool}
        form={form}
        busy={run.isPending}
        inputs={inputs}
        onRun={input => (needsConsent(tool, input) ? setAsking(input) : start(input))}
      />
      {run.isError && (
        <div className="-mx-5 mt-2 max-sm:-mx-4">
          <ErrorBox error={run.error} />
        </div>
      )}
      {asking && (
        <Ask
          title={`Run ${tool.display_name}?`}
          text={`It says of itself that a person has to agree to this. Input: ${JSON.stringify(form.keepable())}`}
          yes="Run it"
          no="Not now"
          onYes={() => {
            start(asking)
            setAsking(undefined)
          }}
          onNo={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
