import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { useKeptDraft } from '../../parts/editor/kept-drafts.ts'
import { UnsavedText } from '../../parts/editor/UnsavedText.tsx'
import { Button } from '../../parts/input/Button.tsx'
import { changeStageWord } from '../change-labels.ts'
import type { ChangeDetail } from '../change-types.ts'
import { ReopenStageDialog } from './ReopenDialog.tsx'
import { stageDraftName } from './stage-draft.ts'

/** Texts of stages that somebody else finished while they were written here. */
export function UnsavedStages({ change }: { change: ChangeDetail }) {
  const isWritten = (stage: string) => change.status === 'active' && change.current_stage === stage
  return change.artifacts
    .filter(({ stage }) => !isWritten(stage))
    .map(({ stage }) => <Unsaved key={stage} change={change} stage={stage} />)
}

function Unsaved({ change, stage }: { change: ChangeDetail; stage: string }) {
  const name = stageDraftName(change.id, stage)
  const isKept = useKeptDraft(name) !== undefined
  const artifact = useRead('change.artifact', { id: change.id, stage }, { enabled: isKept })
  const [reopening, setReopening] = useState(false)
  return (
    <>
      <UnsavedText name={name} what={changeStageWord(stage)} saved={artifact.data?.content}>
        <Button size="small" reason={change.blocked?.reopen?.[0]?.message} onClick={() => setReopening(true)}>
          Reopen {changeStageWord(stage).toLowerCase()}
        </Button>
      </UnsavedText>
      {reopening && <ReopenStageDialog change={change} to={stage} onClose={() => setReopening(false)} />}
    </>
  )
}
