import type { Tone } from '../parts/text/Badge.tsx'
import type { StatusLabel } from '../parts/text/status-label.ts'
import type { ExplorationTab } from './exploration-params.ts'
import type { ExplorationArtifact, ExplorationDetail, ExplorationTopic } from './exploration-types.ts'

/** How each status of a topic or step looks and is called. */
export const TOPIC_STATUS_LABELS: Readonly<Record<ExplorationTopic['status'], StatusLabel>> = {
  pending: { word: 'Pending', tone: 'plain', icon: 'clock' },
  in_progress: { word: 'In progress', tone: 'sky', icon: 'progress' },
  completed: { word: 'Completed', tone: 'sprout', icon: 'check' },
  abandoned: { word: 'Abandoned', tone: 'plain', icon: 'cross' },
  skipped: { word: 'Skipped', tone: 'amber', icon: 'right' },
}

export const ARTIFACT_STANDING_LABELS: Readonly<Record<ExplorationArtifact['standing'], StatusLabel>> = {
  none: { word: 'Waits for approval', tone: 'amber', icon: 'clock' },
  approved: { word: 'Approved', tone: 'sprout', icon: 'check' },
  void: { word: 'Edited after approval', tone: 'rust', icon: 'warning' },
  unlogged: { word: 'Approval not in this log', tone: 'rust', icon: 'warning' },
  unwritten: { word: 'Not written yet', tone: 'plain', icon: 'clock' },
  rejected: { word: 'Rejected', tone: 'rust', icon: 'cross' },
  missing: { word: 'The file is gone', tone: 'rust', icon: 'warning' },
}

export const VERDICT: Readonly<Record<'pass' | 'fail', StatusLabel>> = {
  pass: { word: 'Passed', tone: 'sprout', icon: 'check' },
  fail: { word: 'Failed', tone: 'rust', icon: 'cross' },
}

export function stateTone({ terminal, state }: Pick<ExplorationDetail, 'terminal' | 'state'>): Tone {
  if (!terminal) return 'sky'
  return state === 'Completed' ? 'sprout' : 'plain'
}

/** A name of a file, such as `summary.md`, stays as it is. */
export function capitalizedLabel(text: string): string {
  if (/^\S*\w\.\w/.test(text)) return text
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

type FirstOf = Pick<ExplorationDetail, 'steps' | 'artifacts' | 'tasks' | 'allows'>

/** What somebody who opens the page came for, by where the project stands. */
export function firstTab({ steps, artifacts, tasks, allows }: FirstOf): ExplorationTab {
  if (steps.some(({ status }) => status === 'pending')) return 'plan'
  const resolved = tasks.length > 0 && tasks.every(({ status }) => status === 'completed' || status === 'abandoned')
  const isWritten = artifacts.some(({ needs_approval }) => needs_approval)
  return resolved && (isWritten || !allows.includes('task.update')) ? 'summaries' : 'work'
}
