import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { problemFor } from '../api/problem.ts'
import { isOutdated, useRead } from '../api/query.ts'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Tabs } from '../parts/layout/Tabs.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { BeginSpec } from './Begin.tsx'
import { FindingsView } from './FindingsView.tsx'
import { GateView } from './gate/GateView.tsx'
import { SpecStageLine } from './StageLine.tsx'
import { StageText } from './StageText.tsx'
import { specStageWord } from './spec-labels.ts'
import type { SpecsSearch, SpecsView } from './spec-params.ts'
import type { SpecDetail } from './spec-types.ts'
import { TraceView } from './trace/TraceView.tsx'
import { UnsavedSpecStages } from './UnsavedStages.tsx'

export default function SpecsPage() {
  const spec = useRead('spec.context', {})
  // Reading again what is not there must not take the form away from whoever fills it in.
  const absent = useRef(false)
  if (!spec.isPending) absent.current = spec.isError && problemFor(spec.error).code === 'not_found'
  if (absent.current) return <BeginSpec />
  if (spec.isPending)
    return (
      <Page title="Specs">
        <Loading rows={8} />
      </Page>
    )
  if (spec.data === undefined || isOutdated(spec))
    return (
      <Page title="Specs">
        <ErrorBox error={spec.error} retry={() => void spec.refetch()} />
      </Page>
    )
  return <Shown spec={spec.data} />
}

function Shown({ spec }: { spec: SpecDetail }) {
  const search = useSearch({ from: '/specs' })
  const navigate = useNavigate({ from: '/specs' })
  const stage = spec.stages.find(({ name }) => name === search.stage && name !== 'init')?.name ?? spec.current_stage
  const choose = (view: SpecsView) =>
    void navigate({ search: now => withView(now, view), replace: true, resetScroll: false })
  return (
    <Page title={spec.name} lead={<Facts spec={spec} />}>
      <div className="mb-6 rounded-lg border border-line bg-panel px-3 pt-4 pb-3 shadow-sheet">
        <SpecStageLine spec={spec} shown={search.view === undefined ? stage : undefined} />
      </div>
      <div className="mb-5 grid gap-4 empty:hidden">
        <UnsavedSpecStages spec={spec} />
      </div>
      <Next spec={spec} />
      <Tabs
        label="Views of the specification"
        value={search.view ?? 'text'}
        onChoose={choose}
        tabs={[
          { value: 'text', label: 'Text', content: <StageText key={stage} spec={spec} stage={stage} at={search.at} /> },
          { value: 'gate', label: 'Clarity Gate', content: <GateView gate={spec.gate} round={Number(search.round)} /> },
          { value: 'trace', label: 'Trace', content: <TraceView spec={spec} /> },
          { value: 'findings', label: 'Findings', content: <FindingsView spec={spec} /> },
        ]}
      />
    </Page>
  )
}

function withView({ view: _, ...rest }: SpecsSearch, view: SpecsView): SpecsSearch {
  return view === 'text' ? rest : { ...rest, view }
}

function Facts({ spec: { mode, gate, verdict, done, description } }: { spec: SpecDetail }) {
  return (
    <>
      <p className="max-w-[68ch]">{description}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Badge>{specStageWord(mode)}</Badge>
        <Badge tone={gate.passed ? 'sprout' : 'amber'}>
          Clarity {gate.score}, needs {gate.threshold}
        </Badge>
        {verdict !== undefined && (
          <Badge tone={verdict === 'PASS' ? 'sprout' : verdict === 'FAIL' ? 'rust' : 'amber'}>
            Verdict: {verdict.replaceAll('_', ' ').toLowerCase()}
          </Badge>
        )}
        {done && (
          <Badge tone="sprout" icon="check">
            All stages done
          </Badge>
        )}
      </div>
    </>
  )
}

function Next({ spec: { next } }: { spec: SpecDetail }) {
  return (
    <div className="mb-6">
      <p className="text-soft">{withoutCommands(next.says)}</p>
      <CommandFold command={next.command} />
    </div>
  )
}
