import type { FeaturePhase } from '../../board/features/phases.ts'
import type { StatusLabel } from '../parts/text/status-label.ts'
import type {
  Escalation,
  FeatureArtifact,
  FeatureTask,
  FeedbackRow,
  InvestigationDetail,
  MilestoneDetail,
  Ponder,
} from './board-types.ts'

/** The columns of the board: phases that belong together, so that ten of them fit a telephone. */
export const PHASE_GROUPS: readonly {
  readonly key: string
  readonly title: string
  readonly phases: readonly FeaturePhase[]
}[] = [
  { key: 'shape', title: 'Shaping', phases: ['draft', 'specified'] },
  { key: 'ready', title: 'Planned', phases: ['planned', 'ready'] },
  { key: 'build', title: 'In progress', phases: ['implementation'] },
  { key: 'judge', title: 'In review', phases: ['review', 'audit', 'qa'] },
  { key: 'done', title: 'To release', phases: ['merge', 'released'] },
]

export const ARTIFACT_LABELS: Readonly<Record<FeatureArtifact['state'], StatusLabel>> = {
  missing: { word: 'Not written', tone: 'plain', icon: 'clock' },
  draft: { word: 'Waits for approval', tone: 'amber', icon: 'clock' },
  void: { word: 'Edited after approval', tone: 'rust', icon: 'warning' },
  unlogged: { word: 'Decision not in this log', tone: 'rust', icon: 'warning' },
  rejected: { word: 'Sent back', tone: 'rust', icon: 'cross' },
  approved: { word: 'Approved', tone: 'sprout', icon: 'check' },
  waived: { word: 'Waived', tone: 'sky', icon: 'right' },
  by_change: { word: 'In the change', tone: 'sprout', icon: 'link' },
}

export const TASK_LABELS: Readonly<Record<FeatureTask['status'], StatusLabel>> = {
  pending: { word: 'Pending', tone: 'plain', icon: 'clock' },
  in_progress: { word: 'In progress', tone: 'sky', icon: 'progress' },
  completed: { word: 'Completed', tone: 'sprout', icon: 'check' },
  blocked: { word: 'Blocked', tone: 'rust', icon: 'stop' },
}

type CardStatus =
  | Ponder['status']
  | InvestigationDetail['status']
  | FeedbackRow['status']
  | MilestoneDetail['status']
  | Escalation['status']

/** How far anything else on the board is. */
export const CARD_STATUS_LABELS: Readonly<Record<CardStatus, StatusLabel>> = {
  exploring: { word: 'Exploring', tone: 'sky', icon: 'explorations' },
  converging: { word: 'Converging', tone: 'sky', icon: 'progress' },
  committed: { word: 'Became work', tone: 'sprout', icon: 'check' },
  parked: { word: 'Parked', tone: 'plain', icon: 'pause' },
  in_progress: { word: 'In progress', tone: 'sky', icon: 'progress' },
  complete: { word: 'Complete', tone: 'sprout', icon: 'check' },
  open: { word: 'Open', tone: 'amber', icon: 'clock' },
  promoted: { word: 'Became work', tone: 'sprout', icon: 'check' },
  archived: { word: 'Archived', tone: 'plain', icon: 'file' },
  resolved: { word: 'Answered', tone: 'sprout', icon: 'check' },
  active: { word: 'Active', tone: 'sky', icon: 'play' },
  verifying: { word: 'To verify', tone: 'amber', icon: 'clock' },
  released: { word: 'Released', tone: 'sprout', icon: 'check' },
  skipped: { word: 'Skipped', tone: 'plain', icon: 'right' },
}

/** `qa-plan`, `root_cause` as people say it. */
export function asWords(name: string): string {
  const words = name.replaceAll(/[-_]/g, ' ').replace(/^qa\b/, 'QA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The page of what a card refers to: `feature:sign-on`, `task:sign-on/T1`, `interaction:build/2026…`; nothing when it has none. */
export function cardPage(ref: string): string | undefined {
  const [, kind = '', rest = ''] = /^([a-z]+):(.+)$/.exec(ref) ?? []
  const [first = '', second = ''] = rest.split('/')
  if (kind === 'task') return `/board/features/${first}`
  if (kind === 'uat') return `/board/milestones/${first}`
  if (kind === 'thread') return `/ask/${second}`
  if (kind === 'interaction') return second === '' ? `/runs/${first}` : `/tools/${first}?run=${second}`
  if (kind === 'change') return `/changes/${rest}`
  if (kind === 'feedback' || kind === 'escalation')
    return `/board?tab=${kind === 'feedback' ? 'feedback' : 'escalations'}`
  return PAGES[kind] === undefined ? undefined : `/board/${PAGES[kind]}/${rest}`
}

const PAGES: Readonly<Record<string, string>> = {
  feature: 'features',
  ponder: 'ponders',
  investigation: 'investigations',
  milestone: 'milestones',
}
