import { renderNext } from '../../lifecycle/render-next.ts'
import { threadLines } from '../../reviews/render-reviews.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { viewGate } from '../gate/gate.ts'
import { ambiguitiesIn } from '../lint/ambiguities.ts'
import type { GateView, Spec, SpecContext, SpecView, StageView } from '../model.ts'
import { nextSpecStep } from '../next-of-spec.ts'
import { hashesIn, SPEC_FILE } from '../spec-file.ts'
import { SPEC_STAGES, type SpecStageName, stagePath, TABLE } from '../stages.ts'
import { type Hashes, openStage, staleBecause, whyOpen } from '../transitions.ts'

export type Extras = Partial<Pick<SpecView, 'saved' | 'notices' | 'next'>>

export function viewSpec(files: Files, spec: Spec, extras: Extras = {}): SpecView {
  const hashes = hashesIn(files)
  const current = openStage(spec, hashes)
  const { name, description, mode, verdict } = spec
  return {
    name,
    description,
    mode,
    current_stage: current ?? 'validate',
    done: current === undefined,
    stages: SPEC_STAGES.map(stage => viewStage(files, { spec, stage, hashes })),
    gate: viewGate(spec),
    ...(verdict !== undefined && { verdict }),
    notices: [],
    next: nextSpecStep(spec, hashes, ambiguitiesIn(files)),
    ...extras,
  }
}

function viewStage(
  files: Files,
  { spec, stage, hashes }: { spec: Spec; stage: SpecStageName; hashes: Hashes },
): StageView {
  const { status, iterations, completed_at, artifact_hash } = spec.stage_status[stage]
  const path = stage === 'init' ? SPEC_FILE : stagePath(stage)
  const bytes = files.read(path)?.bytes.length
  const hash = stage === 'init' ? undefined : hashes[stage]
  return {
    name: stage,
    title: stage === 'init' ? 'Project' : TABLE[stage].title,
    status,
    path,
    ...(bytes !== undefined && { bytes }),
    iterations,
    ...(completed_at !== undefined && { completed_at }),
    stale: staleBecause(spec, stage, hashes).map(stagePath),
    edited: artifact_hash !== undefined && hash !== undefined && artifact_hash !== hash,
    missing: whyOpen(spec, stage, hashes) === 'missing',
  }
}

export function renderSpec(spec: SpecView): string {
  const { name, mode, stages, saved, notices, next, done, current_stage, gate, verdict } = spec
  return [
    `# Specification: ${name}`,
    '',
    `${mode}, ${done ? 'done' : `at ${current_stage}`}${gate.rounds.length === 0 ? '' : `, clarity ${gate.score} of ${gate.threshold} needed`}${verdict === undefined ? '' : `, ${done ? 'verdict' : 'last verdict'} ${verdict}`}`,
    ...(saved === undefined ? [] : ['', ...savedLines(saved)]),
    ...notices.map(notice => `\n${notice}`),
    '',
    '| stage | state | file |',
    '| --- | --- | --- |',
    ...stages.map(
      stage =>
        `| ${stage.name} | ${stateOf(stage)} | ${stage.bytes === undefined ? '' : `${stage.path} (${stage.bytes} bytes)`} |`,
    ),
    '',
    renderNext(next),
  ].join('\n')
}

export function renderContext(context: SpecContext): string {
  const { artifacts, stages, detail_level, next, reviews = [] } = context
  const open = reviews.length === 0 ? [] : ['', ...threadLines(reviews)]
  const [only] = artifacts
  if (only !== undefined && artifacts.length === 1 && detail_level !== 'full') return [textOf(only), ...open].join('\n')
  if (detail_level === 'summary')
    return [
      `**${context.name}** (${context.mode})`,
      ...stages.map(stage => `- ${stage.name}: ${stateOf(stage) || 'to come'}`),
      '',
      renderNext(next),
    ].join('\n')
  return [renderSpec(context), ...open, ...artifacts.map(each => `\n---\n\n${each.path}\n\n${textOf(each)}`)].join('\n')
}

/** What the gate asks for, dimension by dimension. */
export function gateLines({ score, threshold, passed, dimensions }: GateView): string[] {
  return [
    `Clarity ${score}/100, ${threshold} needed to pass${passed ? ': passed' : ''}.`,
    '',
    '| dimension | weight | score | lacks | question |',
    '| --- | --- | --- | --- | --- |',
    ...dimensions.map(
      each =>
        `| ${each.name} | ${each.weight} | ${each.score ?? ''}${each.unproven ? ' (no evidence)' : ''} | ${each.lacks === 0 ? '' : each.lacks} | ${each.question} |`,
    ),
  ]
}

function savedLines({ path, kept, ids_given }: NonNullable<SpecView['saved']>): string[] {
  return [
    `Saved ${path}.`,
    ...(kept === undefined ? [] : [`What was there is kept in ${kept}.`]),
    ...(ids_given.length === 0 ? [] : [`Ids given: ${ids_given.join(', ')}.`]),
  ]
}

function stateOf({ status, stale, edited, missing }: StageView): string {
  const words = { completed: 'done', in_progress: 'now', pending: '' }[status]
  if (missing) return 'missing'
  if (stale.length > 0) return `stale (${stale.join(', ')} changed)`
  return edited ? `${words}, edited by hand` : words
}

function textOf({ content, left_out }: SpecContext['artifacts'][number]): string {
  return left_out === 0 ? content : `${content}\n\n(${left_out} characters more)`
}
