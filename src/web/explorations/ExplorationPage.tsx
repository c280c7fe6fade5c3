import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../api/query.ts'
import { Badge } from '../parts/Badge.tsx'
import { Card } from '../parts/Card.tsx'
import { Page } from '../parts/Page.tsx'
import { ErrorBox, Loading } from '../parts/States.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { RelativeTime } from '../parts/Time.tsx'
import { Findings } from './Findings.tsx'
import { firstTab, stateTone } from './look.ts'
import { Machine } from './Machine.tsx'
import { Moves, Onward } from './Moves.tsx'
import { PlanTab } from './PlanTab.tsx'
import { Summaries } from './Summaries.tsx'
import type { ExplorationTab } from './search.ts'
import { BriefTab, LogTab } from './Told.tsx'
import { Topics } from './Topics.tsx'
import type { Project } from './types.ts'

export default function ExplorationPage() {
  const { id } = useParams({ from: '/explorations/$id' })
  const project = useRead('exploration.status', { project: id })
  if (project.isPending)
    return (
      <Page title="Exploration">
        <Loading rows={8} />
      </Page>
    )
  if (project.isError)
    return (
      <Page title="Exploration">
        <ErrorBox error={project.error} retry={() => void project.refetch()} />
      </Page>
    )
  return <Shown key={id} project={project.data} />
}

function Shown({ project }: { project: Project }) {
  const { name, description, path } = project
  const list = useRead('exploration.list', {})
  const row = list.data?.projects.find(each => each.name === name)
  // What lies in another worktree or in the archive is looked at from here, and changed there.
  const here = row?.where === 'here' && path === '.sow/project'
  return (
    <Page
      title={description === '' ? name : description}
      lead={<Facts project={project} where={row?.where} />}
      actions={here ? <Moves project={project} /> : undefined}
    >
      <div className="mb-6">
        <MachineCard project={project} />
      </div>
      <Views project={project} here={here} />
      {here && <Onward project={project} />}
    </Page>
  )
}

function Facts({ project, where }: { project: Project; where: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Badge tone={stateTone(project)}>{project.title}</Badge>
      <span>{project.type}</span>
      <span className="font-mono text-xs break-all">{project.branch}</span>
      {where === 'archive' && <Badge icon="file">Archived</Badge>}
      {where === 'worktree' && <Badge icon="link">Another worktree</Badge>}
      <RelativeTime at={project.updated_at} />
      <p className="max-w-[68ch] basis-full">{project.purpose}</p>
    </div>
  )
}

function MachineCard({ project }: { project: Project }) {
  const graph = useRead('exploration.graph', { project: project.name })
  return (
    <Card
      title="Where it stands"
      aside={project.phases.map(({ name, status }) => `${name} ${status.replace('_', ' ')}`).join(', ')}
    >
      {graph.isPending && <Loading rows={3} />}
      {graph.isError && <ErrorBox error={graph.error} retry={() => void graph.refetch()} />}
      {graph.data && <Machine graph={graph.data} ways={project.transitions} />}
      {project.problems.map(({ code, message, fix }) => (
        <p key={code} className="mt-3 rounded-md bg-amber-wash px-3 py-2 text-sm break-words">
          {message} {fix !== undefined && <code>{fix}</code>}
        </p>
      ))}
      {project.warnings.map(warning => (
        <p key={warning} className="mt-3 rounded-md bg-amber-wash px-3 py-2 text-sm break-words">
          {warning}
        </p>
      ))}
    </Card>
  )
}

function Views({ project, here }: { project: Project; here: boolean }) {
  // What was opened stays open when the project moves on.
  const [first] = useState(() => firstTab(project))
  const { tab = first } = useSearch({ from: '/explorations/$id' })
  const navigate = useNavigate({ from: '/explorations/$id' })
  const choose = (next: ExplorationTab) => void navigate({ search: { tab: next }, replace: true })
  const open = project.tasks.length + project.artifacts.filter(({ needs_approval }) => !needs_approval).length
  const documents = project.artifacts.filter(({ needs_approval }) => needs_approval)
  const researching = here && project.allows.includes('task.update')
  const deciding = here && project.allows.includes('artifact.approve')
  return (
    <Tabs<ExplorationTab>
      label="Views of the exploration"
      value={tab}
      onChoose={choose}
      tabs={[
        {
          value: 'work',
          label: `Topics and findings (${open})`,
          content: (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
              <Topics project={project} editable={researching} />
              <Findings project={project} />
            </div>
          ),
        },
        {
          value: 'summaries',
          label: `Summaries (${documents.length})`,
          content: <Summaries project={project} deciding={deciding} />,
        },
        { value: 'plan', label: 'Plan', content: <PlanTab project={project} here={here} /> },
        { value: 'brief', label: 'Brief', content: <BriefTab project={project.name} /> },
        { value: 'log', label: 'Log', content: <LogTab project={project.name} /> },
      ]}
    />
  )
}
