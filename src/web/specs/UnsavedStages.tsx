import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { useKeptDraft } from '../parts/editor/kept-drafts.ts'
import { UnsavedText } from '../parts/editor/UnsavedText.tsx'
import { Button } from '../parts/input/Button.tsx'
import { ReopenSpecDialog } from './ReopenDialog.tsx'
import { specDraftName } from './spec-draft.ts'
import { specStageWord } from './spec-labels.ts'
import type { SpecDetail } from './spec-types.ts'

/** Texts of stages that somebody else finished while they were written here. */
export function UnsavedSpecStages({ spec }: { spec: SpecDetail }) {
  return spec.stages
    .filter(({ name, bytes }) => bytes !== undefined && (spec.done || name !== spec.current_stage))
    .map(({ name }) => <Unsaved key={name} spec={spec.name} stage={name} />)
}

function Unsaved({ spec, stage }: { spec: string; stage: string }) {
  const name = specDraftName(spec, stage)
  const isKept = useKeptDraft(name) !== undefined
  const saved = useRead('spec.context', { stage }, { enabled: isKept })
  const [reopening, setReopening] = useState(false)
  return (
    <>
      <UnsavedText name={name} what={specStageWord(stage)} saved={saved.data?.artifacts[0]?.content}>
        <Button size="small" onClick={() => setReopening(true)}>
          Reopen {specStageWord(stage).toLowerCase()}
        </Button>
      </UnsavedText>
      {reopening && <ReopenSpecDialog stage={stage} onClose={() => setReopening(false)} />}
    </>
  )
}
