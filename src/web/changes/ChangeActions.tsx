import { useState } from 'react'
import { problemOf } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button, type ButtonProps } from '../parts/Button.tsx'
import { toast } from '../parts/toast.ts'
import { ReopenDialog } from './ReopenDialog.tsx'
import type { Blocked, Change } from './types.ts'

/** Everything that moves a change besides going on with it. What cannot be done now says why. */
export function ChangeActions({ change }: { change: Change }) {
  const [reopening, setReopening] = useState(false)
  const told = (text: string) => ({ onSuccess: () => toast({ tone: 'sprout', text }), onError: tellFailure })
  const pause = useWrite('change.pause', told('Paused; switch back to go on with it.'))
  const resume = useWrite('change.switch', told('This is the active change now.'))
  const cancel = useWrite('change.cancel', told('Cancelled; its files stay, and reopening brings it back.'))
  const archive = useWrite('change.archive', told('Moved to the history.'))
  const { id, status, blocked = {} } = change
  const button = (action: keyof Blocked, more: ButtonProps) => <Button {...more} reason={reasonOf(blocked, action)} />
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
      {button('reopen', { icon: 'undo', children: 'Reopen', onClick: () => setReopening(true) })}
      {button('cancel', {
        icon: 'cross',
        children: 'Cancel',
        busy: cancel.isPending,
        onClick: () => cancel.mutate({ id }),
      })}
      {button('archive', {
        icon: 'file',
        children: 'Archive',
        busy: archive.isPending,
        onClick: () => archive.mutate({ id }),
      })}
      {reopening && <ReopenDialog change={change} onClose={() => setReopening(false)} />}
    </>
  )
}

function reasonOf(blocked: Blocked, action: keyof Blocked): string | undefined {
  return blocked[action]?.map(({ message }) => message).join(' ')
}

function tellFailure(error: unknown): void {
  toast({ tone: 'rust', text: problemOf(error).message })
}
