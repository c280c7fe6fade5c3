import type { StatusLabel } from '../parts/text/status-label.ts'
import type { ChangeDetail, ChangeRow, ChangeStatus } from './change-types.ts'

/** How each status of a change looks and is called. */
export const CHANGE_STATUS_LABELS: Readonly<Record<ChangeStatus, StatusLabel>> = {
  active: { word: 'Active', tone: 'sky', icon: 'play' },
  paused: { word: 'Paused', tone: 'amber', icon: 'pause' },
  completed: { word: 'Completed', tone: 'sprout', icon: 'check' },
  cancelled: { word: 'Cancelled', tone: 'plain', icon: 'stop' },
  archived: { word: 'Archived', tone: 'plain', icon: 'file' },
}

/** How much the end of a change is worth. */
export const PROOF_LABELS: Readonly<Record<NonNullable<ChangeRow['proof']>, StatusLabel>> = {
  gates: { word: 'Proof: gates', tone: 'sprout', icon: 'check' },
  commands: { word: 'Proof: commands', tone: 'sprout', icon: 'check' },
  none: { word: 'Proof: none', tone: 'amber', icon: 'warning' },
}

export function isOpenStatus({ status }: Pick<ChangeRow, 'status'>): boolean {
  return status === 'active' || status === 'paused'
}

/** `context-check` as people say it. */
export function changeStageWord(stage: string): string {
  const words = stage.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The first line of a description, short enough for a heading. */
export function changeTitleOf({ description, id }: Pick<ChangeRow, 'description' | 'id'>, most = 120): string {
  const line = description.trim().split('\n')[0]?.trim() || id
  return line.length <= most ? line : `${line.slice(0, most).trimEnd()}…`
}

/** The stage a page opens with: where the work is, or how it ended. */
export function firstStage({ stages, current_stage, status, artifacts }: ChangeDetail): string {
  if (status !== 'completed' && status !== 'archived') return current_stage
  const last = artifacts.at(-1)?.stage
  return last ?? stages.at(-1)?.name ?? current_stage
}
