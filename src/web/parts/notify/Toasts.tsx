import { useEffect, useState } from 'react'
import { useStateOf } from '../../api/state.ts'
import { Button, IconButton } from '../input/Button.tsx'
import { PageLink } from '../layout/PageLink.tsx'
import { StatusDot } from '../text/Badge.tsx'
import { dismiss, type Toast, toasts } from './toast.ts'

export function Toasts() {
  const all = useStateOf(toasts)
  return (
    <div
      role="status"
      aria-label="Messages"
      className="no-print pointer-events-none fixed right-5 bottom-5 z-40 flex w-80 flex-col gap-2 max-sm:right-3 max-sm:bottom-20 max-sm:left-3 max-sm:w-auto"
    >
      {all.map(one => (
        <ToastRow key={one.key} toast={one} />
      ))}
    </div>
  )
}

/** Stays while the pointer or the focus rests on it. */
function ToastRow({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismiss(toast.key), 6_000)
    return () => clearTimeout(timer)
  }, [held, toast.key])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting on it only delays its going
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex animate-sprout items-center gap-3 rounded-md border border-line bg-panel py-2 pr-2 pl-4 shadow-float"
    >
      <StatusDot tone={toast.tone} />
      <p className="min-w-0 flex-1 text-sm break-words">
        {toast.href ? <PageLink href={toast.href}>{toast.text}</PageLink> : toast.text}
      </p>
      {toast.action && (
        <Button
          size="small"
          onClick={() => {
            toast.action?.onAct()
            dismiss(toast.key)
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="cross" label="Close the message" className="size-7" onClick={() => dismiss(toast.key)} />
    </div>
  )
}
