import type { Tone } from '../parts/text/Badge.tsx'
import type { SpecStage } from './spec-types.ts'

export type StageState = 'done' | 'now' | 'stale' | 'missing' | 'to come'

export const TONES: Readonly<Record<StageState, Tone>> = {
  done: 'sprout',
  now: 'sky',
  stale: 'amber',
  missing: 'rust',
  'to come': 'plain',
}

/** The one word for where a stage stands. */
export function stageStateOf({ status, stale, missing }: Pick<SpecStage, 'status' | 'stale' | 'missing'>): StageState {
  if (missing) return 'missing'
  if (stale.length > 0) return 'stale'
  return { completed: 'done', in_progress: 'now', pending: 'to come' }[status] as StageState
}

export function specStageWord(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ')
}

export function dimensionWord(name: string): string {
  return specStageWord(name.replaceAll('_', '-'))
}

/** The first id that a sentence names. */
export function idIn(text: string): string | undefined {
  return /\b(?:FR|NFR|BR|ADR|TASK)-\d{1,6}\b/.exec(text)?.[0]
}
