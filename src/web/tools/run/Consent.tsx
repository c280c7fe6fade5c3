import { problemFor } from '../../api/problem.ts'
import { Button } from '../../parts/input/Button.tsx'

interface ConsentProps {
  readonly label: string
  readonly deed: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown }
  /** Why it cannot be agreed to yet. */
  readonly reason?: string | undefined
  readonly onAgree: () => void
  readonly onClose: () => void
}

/** The end of a dialog that asks a person to agree: no is where the focus is. */
export function Consent({ label, deed, reason, onAgree, onClose }: ConsentProps) {
  return (
    <>
      {deed.isError && (
        <p role="alert" className="text-rust">
          {problemFor(deed.error).message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button autoFocus onClick={onClose}>
          Cancel
        </Button>
        <Button kind="primary" busy={deed.isPending} reason={reason} onClick={onAgree}>
          {label}
        </Button>
      </div>
    </>
  )
}
