import { identityRequest } from '../api/git-identity.ts'
import { useStateOf } from '../api/state.ts'
import { Dialog } from '../parts/input/Dialog.tsx'
import { IdentityForm } from './GitIdentity.tsx'

/** Asks for the name and address that a commit lacks; the step that needs them continues with the answer. */
export function IdentityDialog() {
  const request = useStateOf(identityRequest)
  if (request === undefined) return null
  return (
    <Dialog
      title="Git needs your name"
      describe="Git doesn't know your name and email address yet. Commits carry both. The step continues when you save."
      onClose={() => request.answer(false)}
    >
      <div className="px-5 pb-5">
        <IdentityForm onDone={() => request.answer(true)} />
      </div>
    </Dialog>
  )
}
