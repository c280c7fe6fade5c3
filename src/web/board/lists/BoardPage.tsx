import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { shell } from '../../../shared/shell/shell.ts'
import type { Output } from '../../api/call.ts'
import { useRead } from '../../api/query.ts'
import { useShortcut } from '../../keys/useShortcut.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Page } from '../../parts/layout/Page.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Tabs } from '../../parts/layout/Tabs.tsx'
import { CommandFold } from '../../parts/text/CommandFold.tsx'
import type { BoardTab } from '../board-params.ts'
import { Problems } from '../cards/Problems.tsx'
import { InvestigationsTab, MilestonesTab, PondersTab } from './CardLists.tsx'
import { Columns } from './Columns.tsx'
import type { NewKind } from './CreateDialog.tsx'
import { EscalationsTab } from './EscalationsTab.tsx'
import { FeedbackTab } from './FeedbackTab.tsx'

const CreateDialog = lazy(() => import('./CreateDialog.tsx'))

/** What the button beside the heading makes, by the view. */
const NEW: Readonly<Record<BoardTab, { kind: NewKind; label: string }>> = {
  features: { kind: 'feature', label: 'New feature' },
  ponders: { kind: 'ponder', label: 'New ponder' },
  investigations: { kind: 'investigation', label: 'New investigation' },
  feedback: { kind: 'feedback', label: 'New feedback' },
  milestones: { kind: 'milestone', label: 'New milestone' },
  escalations: { kind: 'escalation', label: 'New question' },
}

export default function BoardPage() {
  const { tab = 'features' } = useSearch({ from: '/board' })
  const [making, setMaking] = useState(false)
  const board = useRead('board.list', {})
  useShortcut('board.new', () => setMaking(true), !making)
  return (
    <Page
      title="Board"
      lead="Results become work here: features on their way to a release, and everything that leads to one."
      actions={
        <Button kind="primary" icon="board" onClick={() => setMaking(true)}>
          {NEW[tab].label}
        </Button>
      }
    >
      {board.isPending && <Loading rows={8} />}
      {board.isError && <ErrorBox error={board.error} retry={() => void board.refetch()} />}
      {board.data && <Shown board={board.data} tab={tab} />}
      {making && (
        <Suspense fallback={null}>
          <CreateDialog kind={NEW[tab].kind} title={NEW[tab].label} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Shown({ board, tab }: { board: Output<'board.list'>; tab: BoardTab }) {
  const navigate = useNavigate({ from: '/board' })
  const choose = (next: BoardTab) => void navigate({ search: next === 'features' ? {} : { tab: next }, replace: true })
  const rows = board.phases.flatMap(({ features }) => features)
  const label = (word: string, open: number) => (open === 0 ? word : `${word} (${open})`)
  const isUnread = board.problems.some(({ kind }) => kind === 'feature')
  return (
    <>
      <Problems problems={board.problems} />
      <Tabs<BoardTab>
        label="Views of the board"
        value={tab}
        onChoose={choose}
        tabs={[
          {
            value: 'features',
            label: label('Features', rows.filter(({ phase }) => phase !== 'released').length),
            content: rows.length > 0 ? <Columns features={rows} /> : isUnread ? null : <NoFeatures />,
          },
          { value: 'ponders', label: label('Ponders', board.ponders.open), content: <PondersTab /> },
          {
            value: 'investigations',
            label: label('Investigations', board.investigations.open),
            content: <InvestigationsTab />,
          },
          { value: 'feedback', label: label('Feedback', board.feedback.open), content: <FeedbackTab /> },
          { value: 'milestones', label: label('Milestones', board.milestones.open), content: <MilestonesTab /> },
          { value: 'escalations', label: label('Questions', board.escalations.length), content: <EscalationsTab /> },
        ]}
      />
    </>
  )
}

function NoFeatures() {
  return (
    <div className="rounded-lg border border-line bg-panel shadow-sheet">
      <EmptyState icon="board" title="No features yet">
        <p className="mb-4">
          A feature is a card that goes from a draft to a release; a result of a tool can become one.
        </p>
        <CommandFold command={shell`furrow feature create "Single sign-on"`} />
      </EmptyState>
    </div>
  )
}
