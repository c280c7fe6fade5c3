import { type FormEvent, lazy, Suspense, useState } from 'react'
import type { FeaturePhase } from '../../../board/features/phases.ts'
import { useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Select } from '../../parts/input/Field.tsx'
import { TextArea } from '../../parts/input/TextArea.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { asWords, PHASE_GROUPS } from '../board-labels.ts'
import type { FeatureDetail } from '../board-types.ts'

const Dialog = lazy(async () => ({ default: (await import('../../parts/input/Dialog.tsx')).Dialog }))
const PHASES = PHASE_GROUPS.flatMap(({ phases }) => phases)

/** Goes back to an earlier phase; what was judged of the finished work is judged again. */
export function Rework({ feature, onClose }: { feature: FeatureDetail; onClose: () => void }) {
  const earlier = PHASES.slice(0, PHASES.indexOf(feature.phase))
  const [phase, setPhase] = useState<FeaturePhase>(
    earlier.includes('implementation') ? 'implementation' : (earlier[0] ?? 'draft'),
  )
  const [reason, setReason] = useState('')
  const rework = useWrite('feature.rework', { onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() !== '') rework.mutate({ id: feature.id, phase, reason: reason.trim() })
  }
  return (
    <Suspense fallback={null}>
      <Dialog
        title="Send this feature back"
        describe="Reviews, audits and results of later phases are made again."
        onClose={onClose}
      >
        <form onSubmit={submit} className="space-y-4 p-5">
          <Select
            label="Back to"
            value={phase}
            options={earlier.map(value => ({ value, label: asWords(value) }))}
            onChoose={setPhase}
          />
          <TextArea
            label="Why?"
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          {rework.isError && <ErrorBox error={rework.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button
              kind="primary"
              type="submit"
              busy={rework.isPending}
              reason={reason.trim() === '' ? 'Say why first' : undefined}
            >
              Send it back
            </Button>
          </div>
        </form>
      </Dialog>
    </Suspense>
  )
}
