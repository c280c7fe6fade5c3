import path from 'node:path/posix'
import type { Reason } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import type { Artifact, PublicationPlan } from '../model.ts'
import { type LoadedProject, PROJECT } from '../record/project-files.ts'
import { artifactKindOf, artifactsOf, needsApproval } from '../record/project-parts.ts'
import { type GuardContext, whyNotGuarded } from '../rules/guards.ts'
import { transitionsFrom } from '../rules/ways.ts'
import type { Guard } from '../types/model.ts'
import { markdownLinksIn } from './links.ts'

/** Where the documents go; a file for one, a folder for several. All paths are relative to the workspace. */
export interface Publication {
  readonly target: string
  readonly folder: boolean
  readonly files: readonly { readonly from: string; readonly to: string }[]
  readonly index: string
}

export interface PlanOptions {
  readonly as?: string | undefined
  readonly include_findings?: boolean | undefined
}

/** The plan with what a caller wants otherwise; published documents stay where they are until they are published anew. */
export function withOptions(plan: PublicationPlan, { as, include_findings }: PlanOptions): PublicationPlan {
  return {
    ...plan,
    ...(as !== undefined && { as }),
    ...(include_findings !== undefined && { include_findings }),
  }
}

export function publicationOf({ type, state, folder: home }: LoadedProject, plan: PublicationPlan): Publication {
  if (type.publishes === undefined) return { target: '', folder: false, files: [], index: '' }
  const { kind, folder: shelf } = type.publishes
  const all = artifactsOf(state)
  const isDocument = (artifact: Artifact) => artifactKindOf(type, state, artifact) === kind
  const chosen = all.filter(artifact => plan.include_findings || isDocument(artifact))
  const base = typeof plan.as === 'string' ? plan.as : `${plan.slug}-${plan.month}`
  const [only] = chosen
  const single = only !== undefined && chosen.length === 1 && !plan.include_findings
  const target = `${shelf}/${base}${single ? path.extname(only.path) || '.md' : ''}`
  return {
    target,
    folder: !single,
    files: chosen.map(({ path: file }) => ({ from: `${home}/${file}`, to: single ? target : `${target}/${file}` })),
    index: `${shelf}/index.md`,
  }
}

/** What stands in the way of publishing: approvals that no longer hold, a missing overview, a name that is taken. */
export function whyNotPublish(
  held: LoadedProject,
  plan: PublicationPlan,
  { sight, files }: { sight: GuardContext; files: Files },
): Reason[] {
  return [...whyNotApproved(held, sight), ...collisions(held, plan, files)]
}

export function whyNotApproved({ type }: LoadedProject, sight: GuardContext): Reason[] {
  const { kind, overview } = type.publishes ?? {}
  const ofDocuments: Guard[] = [
    { guard: 'artifacts_exist', kind },
    ...(overview === undefined ? [] : [{ guard: 'overview_present' as const, kind, name: overview }]),
    ...(kind !== undefined && needsApproval(type, kind) ? [{ guard: 'artifacts_approved' as const, kind }] : []),
  ]
  // What the way on asks for holds for each step as well, but for the steps themselves.
  const ofWays = transitionsFrom(type, sight.state).flatMap(({ guards = [] }) => guards)
  const others = ofWays.filter(({ guard }) => guard !== 'steps_done' && guard !== 'artifacts_approved')
  return whyNotGuarded([...(kind === undefined ? [] : ofDocuments), ...others], sight)
}

function collisions(held: LoadedProject, plan: PublicationPlan, files: Files): Reason[] {
  const publication = publicationOf(held, plan)
  const ours = new Map(plan.published.map(({ path: file, content }) => [file, content]))
  const taken = publication.files.flatMap(({ to }) => {
    const bytes = files.read(to)?.bytes
    return bytes === undefined || ours.get(to) === revisionOf(bytes) ? [] : [to]
  })
  const strangers = publication.folder
    ? files
        .list(publication.target)
        .filter(name => ![...ours.keys()].some(file => within(publication.target, file, name)))
    : []
  if (taken.length === 0 && strangers.length === 0) return []
  const free = freeName(held, plan, files)
  return [
    {
      code: 'name_taken',
      ids: [publication.target],
      message: `${publication.target} is there already and was not published by this ${held.type.name}, or was edited since`,
      fix: shell`furrow agent finalize --apply --as ${free}`,
    },
  ]
}

function within(target: string, file: string, name: string): boolean {
  return file === `${target}/${name}` || file.startsWith(`${target}/${name}/`)
}

function freeName(held: LoadedProject, plan: PublicationPlan, files: Files): string {
  const shelf = held.type.publishes?.folder ?? ''
  const taken = new Set(files.list(shelf).map(name => name.replace(/\.\w+$/, '')))
  const base = `${plan.slug}-${plan.month}`
  for (let n = 2; ; n += 1) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`
}

/** Links that become their words, because what they lead to is not published. */
export function planWarnings({ files }: Publication, sight: GuardContext): string[] {
  const published = new Set(files.map(({ from }) => from))
  return files.flatMap(({ from }) => {
    if (!/\.(?:md|markdown)$/i.test(from)) return []
    const text = Buffer.from(sight.bytesOf(from.slice(PROJECT.length + 1)) ?? []).toString('utf8')
    const lost = markdownLinksIn(text, from).filter(file => file.startsWith(`${PROJECT}/`) && !published.has(file))
    return [...new Set(lost)].map(file => `${from} links ${file}, which is not published; the link becomes plain text.`)
  })
}
