import { lazy, Suspense, useState } from 'react'
import { fill } from '../../tools/follow-ups/fill.ts'
import { holds } from '../../tools/follow-ups/holds.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../parts/Button.tsx'
import type { IconName } from '../parts/Icon.tsx'
import type { Interaction, ResultAction, Tool } from './types.ts'

const Dialog = lazy(async () => ({ default: (await import('../parts/Dialog.tsx')).Dialog }))

/** Names of the icon set that tools are written for, as ours. */
const ICONS: Readonly<Record<string, IconName>> = {
  wrench: 'tools',
  bug: 'warning',
  rocket: 'up',
  undo: 'undo',
  'rotate-ccw': 'undo',
  plus: 'check',
  search: 'search',
  play: 'play',
  file: 'file',
  'message-circle': 'ask',
}

const NOT_YET = 'A follow-up is carried out by an agent, and agents cannot be started from here yet.'

/** What the tool offers to do about its result, where its condition holds; for failed results too. */
export function FollowUps({ tool, interaction }: { tool: Tool; interaction: Interaction }) {
  const [open, setOpen] = useState<ResultAction>()
  const { result } = interaction
  const actions = (tool.result_actions ?? []).filter(({ condition }) => holds(condition, result ?? null))
  if (result === undefined || actions.length === 0) return null
  return (
    <fieldset className="mb-4 flex flex-wrap gap-2">
      <legend className="sr-only">Follow-ups</legend>
      {actions.map(action => (
        <Button
          key={action.id ?? action.label}
          icon={ICONS[action.icon ?? ''] ?? 'right'}
          onClick={() => setOpen(action)}
        >
          {action.label}
        </Button>
      ))}
      {open && (
        <Suspense fallback={null}>
          <Confirm action={open} tool={tool} interaction={interaction} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </fieldset>
  )
}

interface ConfirmProps {
  readonly action: ResultAction
  readonly tool: Tool
  readonly interaction: Interaction
  readonly onClose: () => void
}

function Confirm({ action, tool, interaction, onClose }: ConfirmProps) {
  const status = useRead('workspace.status', {})
  const values = {
    result: interaction.result,
    input: interaction.input,
    tool: tool.name,
    project: status.data?.workspace.name,
  }
  const question = action.confirm === undefined ? `${action.label}?` : fill(action.confirm, values, 500).text
  return (
    <Dialog title={action.label} describe={question} onClose={onClose}>
      <div className="space-y-4 overflow-y-auto p-5">
        <details>
          <summary className="text-soft">What an agent would be asked</summary>
          <p className="mt-2 rounded-md bg-sunk p-3 break-words whitespace-pre-wrap">
            {fill(action.prompt_template, values, 4000).text}
          </p>
        </details>
        <p className="text-soft">{NOT_YET}</p>
        <div className="flex justify-end gap-2">
          <Button autoFocus onClick={onClose}>
            Close
          </Button>
          <Button kind="primary" reason={NOT_YET}>
            {action.label}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
