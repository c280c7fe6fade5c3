import { useState } from 'react'
import type { BlockedActions } from '../../changes/model.ts'
import { useWrite } from '../api/query.ts'
import { Ask } from '../parts/input/Ask.tsx'
import { Button, type ButtonProps } from '../parts/input/Button.tsx'
import { showRefusal } from '../parts/notify/show-refusal.ts'
import { toast } from '../parts/notify/toast.ts'
import type { ChangeDetail } from './change-types.ts'
import { ReopenStageDialog } from './stages/ReopenDialog.tsx'

/** Everything that moves a change besides going on with it. What cannot be done now says why. */
export function ChangeActions({ change }: { change: ChangeDetail }) {
  const [reopening, setReopening] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const told = (text: string) => ({ onSuccess: () => toast({ tone: 'sprout', text }), onError: showRefusal })
  const pause = useWrite('change.pause', told('Paused; switch back to go on with it.'))
  const resume = useWrite('change.switch', told('This is the active change now.'))
  const cancel = useWrite('change.cancel', told('Cancelled; its files stay, and reopening brings it back.'))
  const archive = useWrite('change.archive', told('Moved to the history.'))
  const { id, status, blocked = {} } = change
  const button = (action: keyof BlockedActions, more: ButtonProps) => (
    <Button {...more} reason={reasonOf(blocked, action)} />
  )
  const paused = status === 'paused'
  return (
    <>
      {paused
        ? button('switch', {
            kind: 'primary',
            icon: 'play',
            children: 'Switch to it',
            busy: resume.isPending,
            onClick: () => resume.mutate({ id }),
          })
        : button('pause', {
            icon: 'pause',
            children: 'Pause',
            busy: pause.isPending,
            onClick: () => pause.mutate({ id }),
          })}
      <Button
        icon="undo"
        reason={reasonOf(blocked, 'reopen') ?? whyNothingToReopen(change)}
        onClick={() => setReopening(true)}
      >
        Reopen
      </Button>
      {button('cancel', {
        icon: 'cross',
        children: 'Cancel change',
        onClick: () => setCancelling(true),
      })}
      {button('archive', {
        icon: 'file',
        children: 'Archive',
        busy: archive.isPending,
        onClick: () => archive.mutate({ id }),
      })}
      {cancelling && (
        <Ask
          title="Cancel this change?"
          text="It is given up. Its files stay, and reopening it brings it back."
          yes="Cancel change"
          no="Keep it"
          busy={cancel.isPending}
          onYes={() => cancel.mutate({ id }, { onSettled: () => setCancelling(false) })}
          onNo={() => setCancelling(false)}
        />
      )}
      {reopening && <ReopenStageDialog change={change} onClose={() => setReopening(false)} />}
    </>
  )
}

function whyNothingToReopen({ status, stages, current_stage: current }: ChangeDetail): string | undefined {
  return status === 'active' && stages[0]?.name === current ? 'It is at its first stage' : undefined
}

function reasonOf(blocked: BlockedActions, action: keyof BlockedActions): string | undefined {
  return blocked[action]?.map(({ message }) => message).join(' ')
}
