import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { problemOf } from '../api/problem.ts'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { CopyLine } from '../parts/Code.tsx'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { Begin } from './Begin.tsx'
import { FindingsView } from './FindingsView.tsx'
import { GateView } from './GateView.tsx'
import { stageWord } from './look.ts'
import { StageLine } from './StageLine.tsx'
import { StageText } from './StageText.tsx'
import type { SpecsSearch, SpecsView } from './search.ts'
import { TraceView } from './TraceView.tsx'
import type { Spec } from './types.ts'

export default function SpecsPage() {
  const spec = useRead('spec.context', {})
  // Reading again what is not there must not take the form away from whoever fills it in.
  const absent = useRef(false)
  if (!spec.isPending) absent.current = spec.isError && problemOf(spec.error).code === 'not_found'
  if (absent.current) return <Begin />
  if (spec.isPending)
    return (
      <Page title="Specs">
        <Loading rows={8} />
      </Page>
    )
  if (spec.isError)
    return (
      <Page title="Specs">
        <ErrorBox error={spec.error} retry={() => void spec.refetch()} />
      </Page>
    )
  return <Shown spec={spec.data} />
}

function Shown({ spec }: { spec: Spec }) {
  const search = useSearch({ from: '/specs' })
  const navigate = useNavigate({ from: '/specs' })
  const stage = spec.stages.find(({ name }) => name === search.stage && name !== 'init')?.name ?? spec.current_stage
  const choose = (view: SpecsView) =>
    void navigate({ search: now => withView(now, view), replace: true, resetScroll: false })
  return (
    <Page title={spec.name} lead={<Facts spec={spec} />}>
      <div className="mb-6 rounded-lg border border-line bg-panel px-3 pt-4 pb-3 shadow-sheet">
        <StageLine spec={spec} shown={search.view === undefined ? stage : undefined} />
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

function Facts({ spec: { mode, gate, verdict, done, description } }: { spec: Spec }) {
  return (
    <>
      <p className="max-w-[68ch]">{description}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Badge>{stageWord(mode)}</Badge>
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

function Next({ spec: { next } }: { spec: Spec }) {
  return (
    <div className="mb-6 grid gap-2">
      <p className="text-soft">{next.says.replaceAll('`', '')}</p>
      <CopyLine text={next.command} label="Copy the next command" />
    </div>
  )
}
