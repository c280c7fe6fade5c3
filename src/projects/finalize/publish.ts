import path from 'node:path/posix'
import { guard } from '../../lifecycle/reason.ts'
import type { Reason } from '../../operation/errors.ts'
import { revisionOf } from '../../store/files.ts'
import type { Transaction } from '../../store/transaction.ts'
import type { Files } from '../../workspace/files.ts'
import type { Stepping } from '../engine.ts'
import type { Sight } from '../guards.ts'
import type { Plan } from '../model.ts'
import { ARCHIVE, type Held, PROJECT } from '../shelf.ts'
import { wayTo } from '../ways.ts'
import { moveLinks } from './links.ts'
import { type Publication, publicationOf, whyNotApproved, whyNotPublish } from './plan.ts'

/** Copies the documents to where they are kept, in the same commit that says so. Doing it again changes nothing. */
export function publish({ held, tx, sight }: Stepping, plan: Plan): Plan {
  guard(whyNotPublish(held, plan, { sight, files: tx }))
  const publication = publicationOf(held, plan)
  const published = publication.files.map(({ from, to }) => {
    const content = contentFor(tx.read(from)?.bytes ?? Buffer.alloc(0), { held, publication, from, to })
    tx.read(to)
    tx.write(to, content)
    return { from, path: to, content: revisionOf(content) }
  })
  return { ...plan, published, withdrawn: withdraw(tx, plan, published) }
}

/** For the steps beyond our files: what they take there is what was approved, whatever `state.yaml` says was published. */
export function whyNotAsApproved(held: Held, plan: Plan, { sight, files }: { sight: Sight; files: Files }): Reason[] {
  const publication = publicationOf(held, plan)
  const isApproved = ({ path: to, content }: Plan['published'][number]) => {
    const from = publication.files.find(file => file.to === to)?.from
    const bytes = from === undefined ? undefined : files.read(from)?.bytes
    if (from === undefined || bytes === undefined) return false
    return revisionOf(contentFor(bytes, { held, publication, from, to })) === content
  }
  const others = plan.published.filter(file => !isApproved(file))
  return [
    ...whyNotApproved(held, sight),
    ...others.map(({ path: file }) => ({
      code: 'not_as_approved',
      ids: [file],
      message: `${file} was published with another text than the one that was approved`,
      fix: wayTo(
        held.type,
        held.state.statechart.current_state,
        'artifact.approve',
        'a published document was changed',
      ),
    })),
  ]
}

interface Moving {
  readonly held: Held
  readonly publication: Publication
  readonly from: string
  readonly to: string
}

/** The same bytes, but for relative links of markdown, which lead to the same files from the new place. */
function contentFor(bytes: Buffer, { held, publication, from, to }: Moving): Buffer {
  if (!/\.(?:md|markdown)$/i.test(from)) return bytes
  const moved = new Map(publication.files.map(file => [file.from, file.to]))
  const archived = `${ARCHIVE}/${held.state.project.name}`
  const target = (file: string) =>
    moved.get(file) ?? (file.startsWith(`${PROJECT}/`) ? path.join(archived, file.slice(PROJECT.length + 1)) : file)
  return Buffer.from(moveLinks(bytes.toString('utf8'), from, { at: to, to: target }))
}

/** What earlier rounds published and this one does not, so that commit and index drop it; an edited file stays. */
function withdraw(tx: Transaction, { published: earlier, withdrawn = [] }: Plan, now: Plan['published']): string[] {
  const kept = new Set(now.map(({ path: file }) => file))
  for (const { path: file, content } of earlier) {
    const bytes = kept.has(file) ? undefined : tx.read(file)?.bytes
    if (bytes !== undefined && revisionOf(bytes) === content) tx.remove(file)
  }
  return [...new Set([...withdrawn, ...earlier.map(({ path: file }) => file)])].filter(file => !kept.has(file))
}
