import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { isInFolder, type SinceApproval } from '../model.ts'
import { guardContextOf } from '../record/engine.ts'
import { findProject } from '../record/find-project.ts'
import type { LoadedProject } from '../record/project-files.ts'
import type { GuardContext } from '../rules/guards.ts'
import { artifactLine } from '../show/render-project.ts'
import { viewArtifact, viewProject } from '../show/view-project.ts'
import { named } from './change-artifact.ts'
import * as contracts from './contracts.ts'
import { sinceApproval, sinceLines } from './since-approval.ts'

export const list = implement(() => contracts.list, {
  async run(call, { project, kind }) {
    const { held, root } = await findProject(call, project)
    const { artifacts } = viewProject(held, guardContextOf(call, held, filesAt(root), root))
    return { artifacts: artifacts.filter(artifact => kind === undefined || artifact.kind === kind) }
  },
  render: ({ artifacts }) => (artifacts.length === 0 ? 'There are none.' : artifacts.map(artifactLine).join('\n')),
})

export const show = implement(() => contracts.show, {
  async run(call, { project, path, also = [] }) {
    const { held, root } = await findProject(call, project)
    const sight = guardContextOf(call, held, filesAt(root), root)
    const paths = [...new Set([path, ...also].map(isInFolder))]
    const [first, ...others] = paths.map(each => shown(call, { held, sight }, each))
    if (first === undefined) throw new Error('nothing was named to show')
    const revisions = [first, ...others].map(({ revision }) => revision)
    return { ...first, ...(others.length > 0 && { others }), shown: revisions.join(',') }
  },
  render: ({ others = [], ...first }) =>
    others.length === 0 ? textAndChanges(first) : [first, ...others].map(titled).join('\n\n---\n\n'),
})

function shown(call: Call, { held, sight }: { held: LoadedProject; sight: GuardContext }, path: string) {
  const kept = named(held.state, path)
  const artifact = viewArtifact(kept, held, sight)
  const bytes = sight.bytesOf(path)
  if (bytes === undefined)
    throw refuse('not_found', `${artifact.file} is gone.`, { target: path, fix: shell`furrow agent artifact list` })
  const since = sinceApproval(call, held.state, kept, bytes)
  return {
    artifact,
    content: Buffer.from(bytes).toString('utf8'),
    revision: revisionOf(bytes),
    ...(since !== undefined && { since_approval: since }),
  }
}

interface ArtifactText {
  readonly artifact: { readonly path: string }
  readonly content: string
  readonly since_approval?: SinceApproval | undefined
}

function textAndChanges({ content, since_approval: since }: Omit<ArtifactText, 'artifact'>): string {
  return since === undefined ? content : [content.trimEnd(), '', ...sinceLines(since)].join('\n')
}

function titled(one: ArtifactText): string {
  return `**${one.artifact.path}**\n\n${textAndChanges(one).trimEnd()}`
}
