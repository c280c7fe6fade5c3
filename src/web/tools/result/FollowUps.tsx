import { lazy, Suspense, useState } from 'react'
import { conditionHolds } from '../../../shared/follow-ups/holds.ts'
import { followUpSubjectOf } from '../../../shared/follow-ups/subject.ts'
import type { Interaction, ResultAction, Tool } from '../../../tools/model.ts'
import { Button } from '../../parts/input/Button.tsx'
import type { IconName } from '../../parts/text/Icon.tsx'
import { hasEnded } from '../../runs/status.ts'

const FollowUpDialog = lazy(async () => ({ default: (await import('./FollowUpDialog.tsx')).FollowUpDialog }))

/** Names of the icon set that tools are written for, as ours. */
const ICONS: Readonly<Record<string, IconName>> = {
  wrench: 'tools',
  hammer: 'tools',
  bug: 'warning',
  rocket: 'up',
  undo: 'undo',
  'rotate-ccw': 'undo',
  plus: 'plus',
  'list-plus': 'plus',
  search: 'search',
  play: 'play',
  file: 'file',
  'file-text': 'file',
  settings: 'settings',
  'message-circle': 'ask',
  'message-square': 'ask',
  check: 'check',
  trash: 'cross',
}

/** Of a result that is too large for a page the server says which conditions hold. */
type Judged = Interaction & { readonly follow_ups?: readonly string[] | undefined }

/** What the tool offers to do about its result, where its condition holds; for failed results too. */
export function FollowUps({ tool, interaction }: { tool: Tool; interaction: Judged }) {
  const [open, setOpen] = useState<ResultAction>()
  if (!hasEnded(interaction) || interaction.kind !== 'run') return null
  const subject = followUpSubjectOf(interaction)
  const { follow_ups: known } = interaction
  const actions = (tool.result_actions ?? []).filter(({ condition, id, label }) =>
    known === undefined ? conditionHolds(condition, subject) : known.includes(id ?? label),
  )
  if (actions.length === 0) return null
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
          <FollowUpDialog action={open} tool={tool} interaction={interaction} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </fieldset>
  )
}
