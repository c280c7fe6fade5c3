import { revisionOf } from '../../store/files/files.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import type { ProjectTask, PublicationPlan } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { publicationOf } from './finalize-plan.ts'
import { indexLink } from './index-lines.ts'

/** What is missing of a step that writes our own files, without asking git or anybody. */
export function missingInFiles(held: LoadedProject, { action }: ProjectTask, files: Files): string | undefined {
  if (action !== 'publish' && action !== 'index') return undefined
  const { plan } = held.state
  if (plan === undefined) return 'there is no plan'
  return action === 'publish' ? missingDocument(held, plan, files) : missingLine(held, plan, files)
}

function missingDocument(held: LoadedProject, plan: PublicationPlan, files: Files): string | undefined {
  const published = new Map(plan.published.map(({ path, content }) => [path, content]))
  const wanted = publicationOf(held, plan).files.map(({ to }) => to)
  for (const file of new Set([...wanted, ...published.keys()])) {
    const bytes = files.read(file)?.bytes
    if (bytes === undefined || !published.has(file)) return `${file} is not published`
    if (revisionOf(bytes) !== published.get(file)) return `${file} was changed after it was published`
  }
  return wanted.length === 0 ? 'nothing is published' : undefined
}

function missingLine(held: LoadedProject, plan: PublicationPlan, files: Files): string | undefined {
  const { index, target } = publicationOf(held, plan)
  const text = files.read(index)?.bytes.toString('utf8') ?? ''
  return text.includes(`](${indexLink(held, plan)})`) ? undefined : `${index} does not list ${target}`
}
