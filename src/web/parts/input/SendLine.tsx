import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Kbd } from './Kbd.tsx'

interface SendLineProps {
  readonly busy: boolean
  /** Why it cannot be sent yet. */
  readonly reason: string | undefined
  readonly onSend: () => void
  readonly children: ReactNode
}

/** The button that sends a text, its key, and what is in its way. */
export function SendLine({ busy, reason, onSend, children }: SendLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button kind="primary" icon="progress" busy={busy} reason={reason} onClick={onSend}>
        {children}
      </Button>
      <SendKeys />
      {reason && <span className="text-xs text-soft">{reason}</span>}
    </div>
  )
}

/** The keys that send a text or its form. */
export function SendKeys() {
  return (
    <span className="text-xs text-faint max-sm:hidden">
      <Kbd keys="mod+enter" />
    </span>
  )
}
