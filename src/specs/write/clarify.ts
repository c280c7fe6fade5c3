import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { dropGuidance } from '../../store/documents/markdown/guidance.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { type EvidenceSource, evidenceSource, unfoundIn } from '../gate/evidence.ts'
import { isEvidence, isGateOpen, nextRound, thresholdOf } from '../gate/gate.ts'
import { parseEvidence, parseScores } from '../gate/scores.ts'
import { findingsIn } from '../lint/findings.ts'
import type { ClarityRound, Spec, SpecView } from '../model.ts'
import { writeStep } from '../next-of-spec.ts'
import { gateLines, renderSpec, viewSpec } from '../show/view-spec.ts'
import { hashesIn, requireSpec } from '../spec-file.ts'
import { decisions } from '../spec-ports.ts'
import { whyNotWrite } from '../stage-rules.ts'
import { stagePath } from '../stages.ts'
import { introOf, nested } from './document.ts'
import { type Composed, refuseStage, saveStage, templateOf } from './save.ts'
import { sectionsInFiles } from './texts.ts'
import { whyNotValues } from './values.ts'

export const clarify = implement(() => contracts.clarify, {
  async run(call, { answers, dimension_scores, evidence, overwrite }) {
    if (answers === undefined && dimension_scores === undefined && evidence === undefined) return framework(call)
    const problem = whyNotValues('clarify', { answers, dimension_scores: 'given' })
    if (problem !== undefined) return problem
    if (dimension_scores === undefined) return missingScores()
    const scores = parseScores(dimension_scores)
    if (isRefused(scores)) return scores
    const grounds = parseEvidence(evidence)
    if (isRefused(grounds)) return grounds
    const template = await templateOf('clarify')
    const recorded = await call.port(decisions)
    const moment = { at: new Date(call.clock.now()).toISOString(), by: call.actor.id }
    return saveStage(call, {
      stage: 'clarify',
      overwrite,
      compose(tx, spec): Composed {
        const source = evidenceSource(tx, spec, { answers: answers ?? '', recorded })
        const isFound = (text: string) => unfoundIn(text, source).length === 0
        const round = nextRound(spec, { scores, evidence: grounds, isFound }, moment)
        const before =
          spec.clarity_rounds.length === 0 ? undefined : tx.read(stagePath('clarify'))?.bytes.toString('utf8')
        const opening = openingOf(spec, template)
        const done = isGateOpen(spec.mode, round.score)
        return {
          text: `${(before ?? opening).trimEnd()}\n\n${printRound(round, { answers: answers ?? '', mode: spec.mode })}`,
          appends: before !== undefined,
          done,
          notices: [...noticesOf(round, spec, done), ...unfoundNotices(round, source)],
          spec: { clarity_score: round.score, clarity_rounds: [...spec.clarity_rounds, round] },
        }
      },
    })
  },
  render: view =>
    view.saved === undefined ? renderFramework(view) : [renderSpec(view), '', ...gateLines(view.gate)].join('\n'),
})

/** What to ask: dimensions, what earlier rounds settled, and the computed findings. */
async function framework(call: Call): Promise<SpecView> {
  await call.store.settled()
  const files = filesOf(call)
  const spec = requireSpec(files)
  refuseStage(whyNotWrite(spec, 'clarify', hashesIn(files)))
  const findings = findingsIn(sectionsInFiles(files))
  const texts = (['specify', 'business-rules'] as const).map(stage =>
    dropGuidance(files.read(stagePath(stage))?.bytes.toString('utf8') ?? ''),
  )
  return { ...viewSpec(files, spec), findings, texts, next: writeStep('clarify') }
}

function renderFramework(view: SpecView): string {
  return [
    '# Clarity Gate',
    '',
    ...gateLines(view.gate),
    '',
    '## Computed findings',
    '',
    ...(view.findings?.length
      ? view.findings.map(({ path, line, kind, message }) => `- ${path}:${line} ${kind}: ${message}`)
      : ['Nothing was found.']),
    ...earlierRounds(view),
    ...(view.texts ?? []).map(text => `\n---\n\n${text.trimEnd()}`),
    '',
    '---',
    '',
    `Next: ${view.next.says}`,
    '',
    `- \`${view.next.command}\`, which reads ${view.next.reads}`,
    '- as a tool: `sdd_spec {"action":"clarify"}` with answers, dimension_scores and evidence',
  ].join('\n')
}

function earlierRounds({ gate }: SpecView): string[] {
  if (gate.rounds.length === 0) return []
  const lines = gate.rounds.map(({ round, at, score }) => `- Round ${round} (${at.slice(0, 10)}): ${score} of 100`)
  return ['', '## Earlier rounds', '', ...lines, `- What they settled is in ${stagePath('clarify')}.`]
}

function openingOf({ mode }: Spec, template: string): string {
  return mode === 'guided' ? `# Clarifications\n\n${introOf(template)}\n` : '# Clarifications\n'
}

function printRound(
  { round, at, by, scores, evidence, unproven, score }: ClarityRound,
  { answers, mode }: { answers: string; mode: Spec['mode'] },
): string {
  const rows = Object.entries(scores).map(([name, points]) => {
    const ground = evidence[name] ?? ''
    return `| ${name} | ${points} | ${ground.replaceAll('|', '\\|').replace(/\s+/g, ' ')}${unproven.includes(name) ? ' (no evidence)' : ''} |`
  })
  return [
    `## Round ${round}`,
    '',
    `${at} by ${by}: clarity ${score} of 100, ${thresholdOf(mode)} needed.`,
    '',
    '| dimension | score | evidence |',
    '| --- | --- | --- |',
    ...rows,
    '',
    nested(answers.trim()),
    '',
  ].join('\n')
}

function noticesOf({ score, unproven, evidence }: ClarityRound, { mode }: Spec, done: boolean): string[] {
  const without = unproven.filter(name => !isEvidence(evidence[name]))
  return [
    done
      ? `The Clarity Gate is open: ${score} of 100.`
      : `The Clarity Gate stays closed: ${score} of 100, and ${thresholdOf(mode)} is needed.`,
    ...(without.length === 0 ? [] : [`Without ids or quotations as evidence: ${without.join(', ')}.`]),
  ]
}

function unfoundNotices({ unproven, evidence }: ClarityRound, source: EvidenceSource): string[] {
  return unproven.flatMap(name => {
    const unfound = unfoundIn(evidence[name] ?? '', source)
    return unfound.length === 0 ? [] : [`The evidence for ${name} is not in the specification: ${unfound.join(', ')}.`]
  })
}

function missingScores() {
  return refuse(
    'usage',
    'dimension_scores is required: write target_users:80,security:60 for what the answers settled.',
    {
      target: 'dimension_scores',
      fix: shell`furrow spec clarify`,
    },
  )
}
