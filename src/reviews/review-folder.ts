import type { Files } from '../workspace/workspace-files.ts'

/**
 * Comments lie in a folder beside the documents that they are about, and name those from there: a change that is archived
 * takes its comments along. What belongs to no piece of work, and what an agent run changed, has its place in `.sdlc`.
 */
export interface ReviewFolder {
  /** `sdd/changes/fix-login`; empty for what belongs to none. */
  readonly base: string
  /** Where its comments are. */
  readonly folder: string
}

const ELSEWHERE: ReviewFolder = { base: '', folder: '.sdlc/reviews' }

/** Each of their folders is a piece of work. */
const OPEN_WORK = ['sdd/changes', '.sdlc/features', '.sdlc/ponders', '.sdlc/investigations', '.sdlc/milestones']
const CLOSED_WORK = ['sdd/history', '.sow/archive']
const SINGLE_WORK = ['.sow/project', 'sdd']

const INSIDE = new RegExp(
  `^(?:(?:${[...OPEN_WORK, ...CLOSED_WORK].map(escaped).join('|')})/[^/]+|${SINGLE_WORK.map(escaped).join('|')})(?=/)`,
)

/** The work that a document belongs to. */
export function reviewFolderOf(document: string): ReviewFolder {
  const base = INSIDE.exec(document)?.[0]
  return base === undefined ? ELSEWHERE : workAt(base)
}

export const RUN_REVIEWS = ELSEWHERE

/** Every place that may hold comments; those of closed work only when they are asked for. */
export function reviewFolders(files: Files, { closed }: { closed: boolean }): ReviewFolder[] {
  const groups = closed ? [...OPEN_WORK, ...CLOSED_WORK] : OPEN_WORK
  const several = groups.flatMap(group => files.list(group).map(name => `${group}/${name}`))
  return [...SINGLE_WORK, ...several].map(workAt).concat(ELSEWHERE)
}

export function pathIn({ base }: ReviewFolder, file: string): string {
  return base === '' ? file : `${base}/${file}`
}

export function fileIn({ base }: ReviewFolder, path: string): string {
  return base === '' ? path : path.slice(base.length + 1)
}

function workAt(base: string): ReviewFolder {
  return { base, folder: `${base}/reviews` }
}

function escaped(text: string): string {
  return text.replace(/[.]/g, '\\.')
}
