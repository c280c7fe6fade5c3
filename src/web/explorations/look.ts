import type { Tone } from '../parts/Badge.tsx'
import type { IconName } from '../parts/Icon.tsx'
import type { ExplorationTab } from './search.ts'
import type { Artifact, Project, Topic } from './types.ts'

interface Look {
  readonly word: string
  readonly tone: Tone
  readonly icon: IconName
}

/** How each status of a topic or step looks and is called. */
export const STATUS: Readonly<Record<Topic['status'], Look>> = {
  pending: { word: 'Pending', tone: 'plain', icon: 'clock' },
  in_progress: { word: 'In progress', tone: 'sky', icon: 'progress' },
  completed: { word: 'Completed', tone: 'sprout', icon: 'check' },
  abandoned: { word: 'Abandoned', tone: 'plain', icon: 'cross' },
  skipped: { word: 'Skipped', tone: 'amber', icon: 'right' },
}

export const STANDING: Readonly<Record<Artifact['standing'], Look>> = {
  none: { word: 'Waits for approval', tone: 'amber', icon: 'clock' },
  approved: { word: 'Approved', tone: 'sprout', icon: 'check' },
  void: { word: 'Edited after approval', tone: 'rust', icon: 'warning' },
  unlogged: { word: 'Approval not in this log', tone: 'rust', icon: 'warning' },
  unwritten: { word: 'Not written yet', tone: 'plain', icon: 'clock' },
  rejected: { word: 'Rejected', tone: 'rust', icon: 'cross' },
  missing: { word: 'The file is gone', tone: 'rust', icon: 'warning' },
}

export function stateTone({ terminal, state }: Pick<Project, 'terminal' | 'state'>): Tone {
  if (!terminal) return 'sky'
  return state === 'Completed' ? 'sprout' : 'plain'
}

/** What somebody who opens the page came for, by where the project stands. */
export function firstTab({ steps, artifacts, tasks }: Project): ExplorationTab {
  if (steps.some(({ status }) => status === 'pending')) return 'plan'
  const resolved = tasks.length > 0 && tasks.every(({ status }) => status === 'completed' || status === 'abandoned')
  return resolved && artifacts.some(({ needs_approval }) => needs_approval) ? 'summaries' : 'work'
}
