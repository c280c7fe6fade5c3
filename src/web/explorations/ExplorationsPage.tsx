import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ProjectRow } from '../../explorations/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { useRead } from '../api/query.ts'
import { useShortcut } from '../keys/useShortcut.ts'
import { Button } from '../parts/input/Button.tsx'
import { DamagedBox } from '../parts/layout/DamagedBox.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { stateTone } from './exploration-labels.ts'

const StartDialog = lazy(() => import('./StartDialog.tsx'))

export default function ExplorationsPage() {
  const starting = useSearch({ from: '/explorations' }).start === 'on'
  const navigate = useNavigate({ from: '/explorations' })
  const setStarting = (start: boolean) => void navigate({ search: start ? { start: 'on' } : {}, replace: true })
  const list = useRead('exploration.list', {})
  const projects = list.data?.projects ?? []
  const damaged = list.data?.damaged ?? []
  const active = projects.find(({ where, over }) => where === 'here' && !over)
  useShortcut('exploration.start', () => setStarting(true), !starting && active === undefined)
  return (
    <Page
      title="Explorations"
      lead="Questions first, then designs, breakdowns and the work itself: each project has its tasks and documents, what a person approves, and a pull request at its end."
      actions={
        <Button
          kind="primary"
          icon="explorations"
          reason={active && `${active.name} is under way in this worktree; finish or abandon it first`}
          onClick={() => setStarting(true)}
        >
          Start an exploration
        </Button>
      }
    >
      {damaged.map(problem => (
        <DamagedBox key={problem.path} problem={problem} />
      ))}
      <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
        {list.isPending && <Loading rows={6} />}
        {list.isError && <ErrorBox error={list.error} retry={() => void list.refetch()} />}
        {list.isSuccess && projects.length === 0 && <None damaged={damaged.length > 0} />}
        {projects.length > 0 && (
          <Rows label="Explorations">
            {projects.map(project => (
              <Row key={project.path}>
                <ProjectLine project={project} />
              </Row>
            ))}
          </Rows>
        )}
      </div>
      {starting && (
        <Suspense fallback={null}>
          <StartDialog onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function ProjectLine({ project }: { project: ProjectRow }) {
  const { name, description, state, over, branch, where, tasks, updated_at, type } = project
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/explorations/$id"
          params={{ id: name }}
          className="block font-medium break-words before:absolute before:inset-0"
        >
          {description === '' ? name : description}
        </Link>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-soft">
          <span>{type}</span>
          <span className="font-mono break-all">{branch}</span>
          <span>
            {tasks.resolved} of {tasks.total} {tasks.called}
          </span>
          <RelativeTime at={updated_at} />
        </p>
      </div>
      <span className="flex gap-2">
        {where !== 'here' && <Badge icon={where === 'archive' ? 'file' : 'link'}>{where}</Badge>}
        <Badge tone={stateTone({ state, terminal: over })}>{state}</Badge>
      </span>
    </div>
  )
}

function None({ damaged }: { damaged: boolean }) {
  if (damaged) return <EmptyState icon="explorations" title="No exploration can be read" />
  return (
    <EmptyState icon="explorations" title="Nothing was explored yet">
      <p className="mb-4">Start with one question here, or let your agent do it.</p>
      <CommandFold command={shell`furrow explore start "How could we add single sign-on?"`} />
    </EmptyState>
  )
}
