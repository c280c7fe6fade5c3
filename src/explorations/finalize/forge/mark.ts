import type { LoadedProject } from '../../record/project-files.ts'

/** What a text of ours on a forge carries unseen, so that it is found again and not written twice. */
export function issueMark({ state: { project } }: Pick<LoadedProject, 'state'>, task?: string): string {
  const about = task === undefined ? project.name : `${project.name}/${task}`
  return `<!-- furrow: ${project.type} ${about} of ${project.created_at} -->`
}
