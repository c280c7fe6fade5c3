import fs from 'node:fs'
import path from 'node:path'
import { renderNext } from '../../lifecycle/render-next.ts'
import { threadLines } from '../../reviews/render-reviews.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { adrHeadOf } from '../adr/document.ts'
import { decisionIds } from '../adr/heads.ts'
import type { Change, ChangeView } from '../model.ts'
import type { ChangeFiles } from '../record/change-files.ts'
import { markersIn } from '../record/merge-markers.ts'
import { firstOpenTask } from '../verify/unfinished.ts'
import { verificationProblem } from '../verify/verify-plan.ts'
import { nextChangeStep } from './next-of-change.ts'

export function viewChange(call: Call, kept: ChangeFiles, { checked = false } = {}): ChangeView {
  const { change, folder } = kept
  const { context_check: _, ...rest } = change
  const adrs = decisionIds(filesOf(call), kept)
  return {
    ...rest,
    adrs,
    path: folder,
    ...(adrs.length > 0 && { decisions: decisionsOf(call, folder, adrs) }),
    next: nextChangeStep(change, {
      checked,
      markers: markersIn(filesOf(call), kept),
      openTask: firstOpenTask(filesOf(call), kept),
      problem: verificationProblem(call, change),
    }),
    artifacts: change.stages.flatMap(({ name }) => {
      const file = `${folder}/${name}.md`
      const place = path.join(call.workspace.root, file)
      return fs.existsSync(place) ? [{ stage: name, path: file, bytes: fs.statSync(place).size }] : []
    }),
  }
}

function decisionsOf(call: Call, folder: string, ids: readonly string[]): NonNullable<ChangeView['decisions']> {
  const files = filesOf(call)
  return ids.flatMap(id => {
    const path = `${folder}/adrs/${id}.md`
    const text = files.read(path)?.bytes.toString('utf8')
    const head = text === undefined ? undefined : adrHeadOf(path, text)
    return head === undefined ? [] : [{ id, title: head.title, status: head.status }]
  })
}

const MARKS: Readonly<Record<Change['stages'][number]['status'], string>> = {
  completed: 'done',
  in_progress: 'now',
  pending: '',
}

export { renderNext }

export function renderChange(change: ChangeView): string {
  const { id, type, size, description, status, stages, artifacts, adrs, next, proof, verifying } = change
  const { context_report, warnings = [], already_saved, already_started } = change
  const isDone = status === 'completed' || (status === 'archived' && proof !== undefined)
  const bytes = new Map(artifacts.map(({ stage, bytes: size }) => [stage, `${stage}.md (${size} bytes)`]))
  return [
    '# Change Status',
    '',
    `**${id}** (${type}, ${size}) ${stateOf(change)}${isDone ? ` with proof: ${proof?.kind ?? 'none'}` : ''}`,
    '',
    description.length > 500
      ? `${description.slice(0, 500)} ... (${description.length - 500} characters more)`
      : description,
    '',
    ...(verifying === undefined ? [] : [...verifying.map(each => `- ${each.name} is ${each.status}: ${each.run}`), '']),
    ...(status === 'completed' && proof?.kind === 'none'
      ? [
          'Nothing was run to prove it: there was no quality gate and no accepted command (`furrow guide change-verify`).',
          '',
        ]
      : []),
    ...(already_saved === undefined ? [] : [`${already_saved} already has this text; nothing was saved.`, '']),
    ...(already_started === true ? ['This change was started before; nothing was written.', ''] : []),
    ...warnings.flatMap(warning => [`Warning: ${warning}`, '']),
    '## Stage Progress',
    '',
    ...(artifacts.length === 0 ? [] : [`Files in ${change.path}:`, '']),
    '| stage | state | artifact |',
    '| --- | --- | --- |',
    ...stages.map(stage => `| ${stage.name} | ${MARKS[stage.status]} | ${bytes.get(stage.name) ?? ''} |`),
    ...checkLines(change),
    ...(adrs.length === 0 ? [] : ['', '## ADRs', '', ...adrs.map(adr => decisionLine(adr, change.decisions))]),
    ...reviewLines(change),
    ...(context_report === undefined ? [] : ['', '## Context Check', '', context_report]),
    '',
    renderNext(next),
  ].join('\n')
}

function reviewLines({ reviews = [] }: ChangeView): string[] {
  return reviews.length === 0 ? [] : ['', ...threadLines(reviews)]
}

/** `archived` alone would hide that it was given up. */
function stateOf({ status, stages, current_stage }: ChangeView): string {
  const isGivenUp = status === 'archived' && stages.some(stage => stage.status !== 'completed')
  return isGivenUp ? `was cancelled at ${current_stage} and is archived` : `is ${status}`
}

/** What the verify stage runs. */
function checkLines({ id, verification }: ChangeView): string[] {
  if (verification === undefined || (verification.checks.length === 0 && verification.problem === undefined)) return []
  const { checks, problem } = verification
  return [
    '',
    '## Checks',
    '',
    ...checks.map(({ name, command, accepted }) => {
      const withdraw = accepted ? `; \`${shell`furrow change withdraw ${id} -- ${command}`}\` takes it back` : ''
      return `- ${name}: \`${command}\`${withdraw}`
    }),
    ...(problem === undefined
      ? []
      : [`- not run yet: ${problem.message}${problem.fix === undefined ? '' : ` \`${problem.fix}\``}`]),
  ]
}

function decisionLine(id: string, decisions: ChangeView['decisions'] = []): string {
  const known = decisions.find(decision => decision.id === id)
  return known === undefined ? `- ${id}` : `- ${id} ${known.title} (${known.status})`
}
