import { refuseFor } from '../../lifecycle/reason.ts'
import type { Reason } from '../../operation/errors.ts'
import { revisionOf } from '../../store/files/files.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import type { PublicationPlan } from '../model.ts'
import type { StepContext } from '../record/engine.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import type { GuardContext } from '../rules/guards.ts'
import { commandTowards } from '../rules/ways.ts'
import { type Publication, publicationOf, whyNotApproved, whyNotPublish } from './finalize-plan.ts'
import { dropLinks, moveLinks } from './links.ts'

/** Copies the documents to where they are kept, in the same commit that says so. Doing it again changes nothing. */
export function publish({ held, tx, sight }: StepContext, plan: PublicationPlan): PublicationPlan {
  refuseFor(whyNotPublish(held, plan, { sight, files: tx }))
  const publication = publicationOf(held, plan)
  const published = publication.files.map(({ from, to }) => {
    const content = contentFor(tx.read(from)?.bytes ?? Buffer.alloc(0), { publication, from, to })
    tx.read(to)
    tx.write(to, content)
    return { from, path: to, content: revisionOf(content) }
  })
  return { ...plan, published, withdrawn: withdraw(tx, plan, published) }
}

/** For the steps beyond our files: what they take there is what was approved, whatever `state.yaml` says was published. */
export function whyNotAsApproved(
  held: LoadedProject,
  plan: PublicationPlan,
  { sight, files }: { sight: GuardContext; files: Files },
): Reason[] {
  const publication = publicationOf(held, plan)
  const isApproved = ({ path: to, content }: PublicationPlan['published'][number]) => {
    const from = publication.files.find(file => file.to === to)?.from
    const bytes = from === undefined ? undefined : files.read(from)?.bytes
    if (from === undefined || bytes === undefined) return false
    return revisionOf(contentFor(bytes, { publication, from, to })) === content
  }
  const others = plan.published.filter(file => !isApproved(file))
  return [
    ...whyNotApproved(held, sight),
    ...others.map(({ path: file }) => ({
      code: 'not_as_approved',
      ids: [file],
      message: `${file} was published with another text than the one that was approved`,
      fix: commandTowards(
        held.type,
        held.state.statechart.current_state,
        'artifact.approve',
        'a published document was changed',
      ),
    })),
  ]
}

interface PublishedMove {
  readonly publication: Publication
  readonly from: string
  readonly to: string
}

/**
 * The same bytes, but for relative links of markdown: they lead to the same files from the new place. What is not
 * published is in nobody's clone, so a link to it becomes its words.
 */
function contentFor(bytes: Buffer, { publication, from, to }: PublishedMove): Buffer {
  if (!/\.(?:md|markdown)$/i.test(from)) return bytes
  const moved = new Map(publication.files.map(file => [file.from, file.to]))
  const isLeft = (file: string) => file.startsWith(`${PROJECT}/`) && !moved.has(file)
  const kept = dropLinks(bytes.toString('utf8'), from, isLeft)
  return Buffer.from(moveLinks(kept, from, { at: to, to: file => moved.get(file) ?? file }))
}

/** What earlier rounds published and this one does not, so that commit and index drop it; an edited file stays. */
function withdraw(
  tx: Transaction,
  { published: earlier, withdrawn = [] }: PublicationPlan,
  now: PublicationPlan['published'],
): string[] {
  const kept = new Set(now.map(({ path: file }) => file))
  for (const { path: file, content } of earlier) {
    const bytes = kept.has(file) ? undefined : tx.read(file)?.bytes
    if (bytes !== undefined && revisionOf(bytes) === content) tx.remove(file)
  }
  return [...new Set([...withdrawn, ...earlier.map(({ path: file }) => file)])].filter(file => !kept.has(file))
}
