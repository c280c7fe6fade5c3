import { lazy, Suspense } from 'react'
import { Button } from './Button.tsx'

const Dialog = lazy(async () => ({ default: (await import('./Dialog.tsx')).Dialog }))

interface AskProps {
  readonly title: string
  /** What is lost, and that it cannot be brought back. */
  readonly text: string
  readonly yes: string
  readonly no?: string
  readonly busy?: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks before what neither undo nor trash can restore. The safe answer has the focus. */
export function Ask({ title, text, yes, no = 'Cancel', busy = false, onYes, onNo }: AskProps) {
  return (
    <Suspense fallback={null}>
      <Dialog title={title} describe={text} onClose={onNo}>
        <div className="flex justify-end gap-2 p-5">
          <Button autoFocus onClick={onNo}>
            {no}
          </Button>
          <Button kind="danger" busy={busy} onClick={onYes}>
            {yes}
          </Button>
        </div>
      </Dialog>
    </Suspense>
  )
}
