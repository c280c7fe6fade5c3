import { refuse } from '../../operation/errors.ts'
import { openThreadsIn } from '../../reviews/list-reviews.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { type Files, filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { requireStage } from '../manage.ts'
import type { SpecContext } from '../model.ts'
import { requireSpec, SPEC_FILE } from '../spec-file.ts'
import { type SpecStageName, stagePath, WRITTEN } from '../stages.ts'
import { renderContext, viewSpec } from './view-spec.ts'

const CHARACTERS_PER_TOKEN = 4

export const context = implement(() => contracts.context, {
  async run(call, { stage: named, detail_level, max_tokens }) {
    await call.store.settled()
    const files = filesOf(call)
    const spec = requireSpec(files)
    const stage = named === undefined ? undefined : requireStage(named)
    const wanted = stage === undefined ? (detail_level === 'full' ? WRITTEN : []) : [stage]
    const texts = wanted.flatMap(each => artifactOf(call, each) ?? [])
    if (stage !== undefined && texts.length === 0)
      return refuse('not_found', `${stage} has not been written yet.`, {
        target: stage,
        fix: shell`furrow spec template ${stage}`,
      })
    const reviews = reviewsOf(files, stage)
    return {
      ...viewSpec(files, spec),
      detail_level,
      artifacts: within(texts, max_tokens),
      ...(reviews.length > 0 && { reviews }),
    }
  },
  render: renderContext,
})

/** What is still open about the text of a stage, or about all of them. */
function reviewsOf(files: Files, stage: SpecStageName | undefined) {
  const { threads } = openThreadsIn(files, 'sdd')
  if (stage === undefined) return threads
  return threads.filter(({ path }) => path === (stage === 'init' ? SPEC_FILE : stagePath(stage)))
}

function artifactOf(call: Call, stage: SpecStageName): SpecContext['artifacts'][number] | undefined {
  const path = stage === 'init' ? SPEC_FILE : stagePath(stage)
  const bytes = filesOf(call).read(path)?.bytes
  if (bytes === undefined) return undefined
  const revision = revisionOf(bytes)
  call.store.shown(call.actor, { path, revision })
  return { stage, path, content: bytes.toString('utf8'), revision, left_out: 0 }
}

/** The texts share what is left in order; what does not fit is counted. */
function within(texts: readonly SpecContext['artifacts'][number][], max: number | undefined): SpecContext['artifacts'] {
  let left = max === undefined ? Number.POSITIVE_INFINITY : max * CHARACTERS_PER_TOKEN
  return texts.map(text => {
    const content = [...text.content].length <= left ? text.content : [...text.content].slice(0, left).join('')
    left = Math.max(0, left - content.length)
    return { ...text, content, left_out: text.content.length - content.length }
  })
}
