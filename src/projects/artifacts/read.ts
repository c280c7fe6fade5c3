import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { revisionOf } from '../../store/files.ts'
import { implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/files.ts'
import { sightOf } from '../engine.ts'
import { findProject } from '../find.ts'
import type { Sight } from '../guards.ts'
import { inFolder } from '../model.ts'
import { artifactLine } from '../render.ts'
import type { Held } from '../shelf.ts'
import { viewArtifact, viewProject } from '../view.ts'
import { named } from './change.ts'
import * as contracts from './contracts.ts'

export const list = implement(contracts.list, {
  async run(call, { project, kind }) {
    const { held, root } = await findProject(call, project)
    const { artifacts } = viewProject(held, sightOf(call, held, filesAt(root), root))
    return { artifacts: artifacts.filter(artifact => kind === undefined || artifact.kind === kind) }
  },
  render: ({ artifacts }) => (artifacts.length === 0 ? 'There are none.' : artifacts.map(artifactLine).join('\n')),
})

export const show = implement(contracts.show, {
  async run(call, { project, path, also = [] }) {
    const { held, root } = await findProject(call, project)
    const sight = sightOf(call, held, filesAt(root), root)
    const others = also.map(other => shown(held, sight, inFolder(other)))
    return { ...shown(held, sight, inFolder(path)), ...(others.length > 0 && { others }) }
  },
  render: ({ others = [], ...first }) =>
    others.length === 0 ? first.content : [first, ...others].map(titled).join('\n\n---\n\n'),
})

function shown(held: Held, sight: Sight, path: string) {
  const artifact = viewArtifact(named(held.state, path), held, sight)
  const bytes = sight.bytesOf(path)
  if (bytes === undefined)
    throw refuse('not_found', `${artifact.file} is gone.`, { target: path, fix: shell`furrow agent artifact list` })
  return { artifact, content: Buffer.from(bytes).toString('utf8'), revision: revisionOf(bytes) }
}

function titled({ artifact, content }: ReturnType<typeof shown>): string {
  return `**${artifact.path}**\n\n${content.trimEnd()}`
}
