import { flowFor } from '../../changes/flows.ts'
import type { ChangeView, NextStep } from '../../changes/model.ts'
import { customFlows } from '../../changes/record/custom-flows.ts'
import { renderChange, renderNext } from '../../changes/show/view-change.ts'
import { suggestSize, suggestType } from '../../memory/explore/suggest.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { refuse, toRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { SpecView } from '../../specs/model.ts'
import { SPEC_STAGES } from '../../specs/stages.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import type { StartProposal } from '../model.ts'
import { openExploration } from '../status/open-exploration.ts'
import { openSpecification } from '../status/open-specification.ts'
import { openWork } from '../status/open-work.ts'

/** Words of somebody who wants to find out before anything is changed. */
const OPEN_QUESTION =
  /\?\s*$|\b(?:explore|investigate|research|find out|compare|evaluate|maybe|not sure|unsure|should we|how could|what if|idea)\b/i

/** Words of somebody who begins where nothing is yet. */
const NEW_PROJECT =
  /\b(?:from scratch|greenfield|(?:new|start a|begin a) (?:project|product|app|application|service|system|tool|library|website|web ?app|platform|game))\b/i

export const start = implement(() => contracts.start, {
  async run(call, { what, now, ...chosen }) {
    if (what.trim() === '')
      return refuse('usage', 'what is required: say in a sentence what you want to do.', {
        target: 'what',
        fix: shell`furrow start --help`,
      })
    const proposal = await propose(call, what, chosen)
    const decided = chosen.type !== undefined || chosen.size !== undefined
    if (!decided && !now) return { proposal, next: await nextFor(call, what, proposal) }
    if (proposal.kind === 'explore') return explore(call, what, proposal)
    if (proposal.kind === 'specify') return specify(call, what, proposal)
    const { type, size } = proposal
    const outcome = await call.perform('change.start', { type, size, description: what }, call.operationId)
    if (!outcome.ok) return toRefused(outcome.error)
    const change = outcome.value as ChangeView
    return { proposal, change, next: change.next }
  },
  render: output => (output.change !== undefined ? renderChange(output.change) : renderProposal(output)),
})

function renderProposal(output: OutputOf<typeof contracts.start>): string {
  const { proposal, next } = output
  return [opening(output), ...proposal.because.map(line => `- ${line}`), '', renderNext(next)].join('\n')
}

function opening({ proposal, exploration, specification }: OutputOf<typeof contracts.start>): string {
  if (exploration !== undefined) return `Exploring: **${exploration}**.`
  if (specification !== undefined) return `Specifying: **${specification}**.`
  const { kind, type, size, stages } = proposal
  if (kind === 'explore') return 'This sounds like something to **explore** first.'
  const what = kind === 'specify' ? '**new project** to specify' : `**${size} ${type}**`
  return `This sounds like a ${what}: ${stages.join(', ')}.`
}

async function explore(call: Call, what: string, proposal: StartProposal) {
  const outcome = await call.perform('exploration.start', { title: title(what) }, call.operationId)
  if (!outcome.ok) return toRefused(outcome.error)
  const { name, next } = outcome.value as { name: string; next: NextStep }
  return { proposal, exploration: name, next }
}

async function specify(call: Call, what: string, proposal: StartProposal) {
  const outcome = await call.perform('spec.init', { name: title(what), description: what }, call.operationId)
  if (!outcome.ok) return toRefused(outcome.error)
  const { name, next } = outcome.value as SpecView
  return { proposal, specification: name, next }
}

async function propose(
  call: Call,
  what: string,
  chosen: { type?: string | undefined; size?: string | undefined },
): Promise<StartProposal> {
  const type = suggestType({ goals: what })
  const size = suggestSize({ goals: what })
  const isShortFix = size.because.length === 0 && type.because.length > 0 && type.value === 'fix' && isShort(what)
  const decided = { type: chosen.type ?? type.value, size: chosen.size ?? (isShortFix ? 'small' : size.value) }
  const question = OPEN_QUESTION.exec(what)?.[0]?.trim()
  const project = NEW_PROJECT.exec(what)?.[0]
  const isFree = chosen.type === undefined && chosen.size === undefined
  if (isFree && question === undefined && project !== undefined)
    return {
      kind: 'specify',
      ...decided,
      stages: [...SPEC_STAGES],
      because: [`"${project}" begins where nothing is yet`],
    }
  const isQuestion = question !== undefined && isFree
  return {
    kind: isQuestion ? 'explore' : 'change',
    ...decided,
    stages: [...(flowFor(decided.type, decided.size, await customFlows(call)) ?? [])],
    because: [
      ...(isQuestion ? [`"${question}" asks, and nothing is decided yet`] : []),
      reason('type', decided.type, chosen.type === undefined ? type.because : undefined),
      chosen.size === undefined && isShortFix
        ? 'size small: a fix that one sentence describes'
        : reason('size', decided.size, chosen.size === undefined ? size.because : undefined),
    ],
  }
}

const WORDS_OF_A_SHORT_FIX = 15

/** One sentence that names one thing. */
function isShort(what: string): boolean {
  const text = what.trim()
  return text.split(/\s+/).length <= WORDS_OF_A_SHORT_FIX && !/[.;!?]\s+\S|\n/.test(text)
}

function reason(field: string, value: string, because: readonly string[] | undefined): string {
  if (because === undefined) return `${field} ${value}: you said so`
  if (because.length === 0) return `${field} ${value}: nothing in the words says otherwise`
  return `${field} ${value}: because of ${because.map(word => `"${word}"`).join(', ')}`
}

async function nextFor(call: Call, what: string, { kind, type, size }: StartProposal): Promise<NextStep> {
  const { work } = openWork(call)
  const { exploration } = await openExploration(call)
  if (kind === 'explore' && exploration !== undefined)
    return {
      ...exploration.next,
      says: `${exploration.name} is under way, in ${exploration.state}. ${exploration.next.says}`,
    }
  if (kind === 'explore')
    return {
      says: 'Start an exploration: topics first, then findings and a summary. `sdd_explore` only writes down the goals.',
      command: shell`furrow explore start ${title(what)}`,
      tool: { name: 'exploration', arguments: { action: 'start', title: title(what) } },
    }
  if (kind === 'specify') return specifyStep(call, what)
  if (work !== undefined)
    return {
      says: `${work.id} is active, at ${work.stage}. Finish it, or put it aside first.`,
      command: shell`furrow change pause ${work.id}`,
      tool: { name: 'sdd_change_manage', arguments: { action: 'pause', id: work.id } },
    }
  return {
    says: 'Start it, or choose another type and size.',
    command: shell`furrow change start ${what} --type ${type} --size ${size}`,
    tool: { name: 'sdd_change', arguments: { type, size, description: what } },
  }
}

async function specifyStep(call: Call, what: string): Promise<NextStep> {
  const { specification } = await openSpecification(call)
  if (specification !== undefined)
    return {
      ...specification.next,
      says: `${specification.name} is specified already, at ${specification.stage}. ${specification.next.says}`,
    }
  return {
    says: 'Begin its specification: eight stages from the idea to a checked plan.',
    command: shell`furrow spec init ${title(what)} ${what}`,
    tool: { name: 'sdd_spec', arguments: { action: 'init', name: title(what), description: what } },
  }
}

function title(what: string): string {
  return what.replace(/\s+/g, ' ').trim().slice(0, 80)
}
