import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isOutdated, useRead } from '../api/query.ts'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Tabs } from '../parts/layout/Tabs.tsx'
import { withoutCommands } from '../parts/prose.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { BriefTab, LogTab } from './BriefAndLog.tsx'
import { EvidenceTab } from './evidence/EvidenceTab.tsx'
import { ExplorationFindings } from './evidence/Findings.tsx'
import { capitalizedLabel, firstTab, stateTone } from './exploration-labels.ts'
import type { ExplorationTab } from './exploration-params.ts'
import type { ExplorationDetail } from './exploration-types.ts'
import { Machine } from './machine/Machine.tsx'
import { Moves, NextMove } from './machine/Moves.tsx'
import { PlanTab } from './PlanTab.tsx'
import { type Refusal, RefusedStep } from './RefusedStep.tsx'
import { Summaries } from './Summaries.tsx'
import { Topics } from './Topics.tsx'

export default function ExplorationPage() {
  const { id } = useParams({ from: '/explorations/$id' })
  const project = useRead('exploration.status', { project: id })
  if (project.isPending)
    return (
      <Page title="Exploration">
        <Loading rows={8} />
      </Page>
    )
  if (project.data === undefined || isOutdated(project))
    return (
      <Page title="Exploration">
        <ErrorBox error={project.error} retry={() => void project.refetch()} />
      </Page>
    )
  return <Shown key={id} project={project.data} />
}

function Shown({ project }: { project: ExplorationDetail }) {
  const [refusal, setRefusal] = useState<Refusal>()
  // What was opened stays open when the project moves on elsewhere; a step that is taken here leads to the next work.
  const [first, setFirst] = useState(() => firstTab(project))
  const navigate = useNavigate({ from: '/explorations/$id' })
  const onMoved = (next: ExplorationDetail) => {
    setFirst(firstTab(next))
    void navigate({ search: {}, replace: true })
  }
  const { name, description, path } = project
  const list = useRead('exploration.list', {})
  const row = list.data?.projects.find(each => each.name === name)
  // What lies in another worktree or in the archive is looked at from here, and changed there.
  const here = row?.where === 'here' && path === '.sow/project'
  return (
    <Page
      title={description === '' ? name : description}
      lead={<Facts project={project} where={row?.where} />}
      actions={here ? <Moves project={project} onRefused={setRefusal} onMoved={onMoved} /> : undefined}
    >
      {refusal !== undefined && <RefusedStep refusal={refusal} />}
      <div className="mb-6">
        <MachineCard project={project} />
      </div>
      <Views project={project} here={here} first={first} />
      {here && <NextMove project={project} onRefused={setRefusal} onMoved={onMoved} />}
    </Page>
  )
}

function Facts({ project, where }: { project: ExplorationDetail; where: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={stateTone(project)}>{project.title}</Badge>
      {project.iteration > 1 && <Badge icon="undo">{`Iteration ${project.iteration}`}</Badge>}
      <span>{project.type}</span>
      <span className="font-mono text-xs break-all">{project.branch}</span>
      {where === 'archive' && <Badge icon="file">Archived</Badge>}
      {where === 'worktree' && <Badge icon="link">Another worktree</Badge>}
      <RelativeTime at={project.updated_at} />
      <p className="max-w-[68ch] basis-full">{project.purpose}</p>
    </div>
  )
}

function MachineCard({ project }: { project: ExplorationDetail }) {
  const graph = useRead('exploration.graph', { project: project.name })
  return (
    <Card
      title="Progress"
      aside={project.phases.map(({ name, status }) => `${name} ${status.replace('_', ' ')}`).join(', ')}
    >
      {graph.isPending && <Loading rows={3} />}
      {graph.isError && <ErrorBox error={graph.error} retry={() => void graph.refetch()} />}
      {graph.data && <Machine graph={graph.data} ways={project.transitions} />}
      {project.problems.map(({ code, message, fix }) => (
        <p key={code} className="mt-3 rounded-md bg-amber-wash px-3 py-2 text-sm break-words">
          {message}
          {fix !== undefined && <CommandFold command={fix} />}
        </p>
      ))}
      {project.warnings.map(warning => (
        <p key={warning} className="mt-3 rounded-md bg-amber-wash px-3 py-2 text-sm break-words">
          {withoutCommands(warning)}
        </p>
      ))}
    </Card>
  )
}

function Views({ project, here, first }: { project: ExplorationDetail; here: boolean; first: ExplorationTab }) {
  const { tab = first } = useSearch({ from: '/explorations/$id' })
  const navigate = useNavigate({ from: '/explorations/$id' })
  const choose = (next: ExplorationTab) => void navigate({ search: { tab: next }, replace: true })
  const open = project.tasks.length + project.artifacts.filter(({ needs_approval }) => !needs_approval).length
  const documents = project.artifacts.filter(({ needs_approval }) => needs_approval)
  const { words } = project
  const researching = here && project.allows.includes('task.update')
  const deciding = here && project.allows.includes('artifact.approve')
  const writing = here && project.allows.includes('artifact.add')
  return (
    <Tabs<ExplorationTab>
      label={`Views of the ${words.title.toLowerCase()}`}
      value={tab}
      onChoose={choose}
      tabs={[
        {
          value: 'work',
          label: `${capitalizedLabel(words.tasks)} and ${words.material.toLowerCase()} (${open})`,
          content: (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              <Topics project={project} editable={researching} />
              <ExplorationFindings project={project} writing={writing} />
            </div>
          ),
        },
        { value: 'evidence', label: 'Evidence', content: <EvidenceTab project={project} here={here} /> },
        {
          value: 'summaries',
          label: `${words.documents} (${documents.length})`,
          content: <Summaries project={project} deciding={deciding} writing={writing} />,
        },
        { value: 'plan', label: 'Plan', content: <PlanTab project={project} here={here} /> },
        { value: 'brief', label: 'Brief', content: <BriefTab project={project.name} /> },
        { value: 'log', label: 'Log', content: <LogTab project={project.name} /> },
      ]}
    />
  )
}
