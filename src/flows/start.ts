import { customFlows } from '../changes/custom.ts'
import { flowFor } from '../changes/flows.ts'
import type { ChangeView, NextStep } from '../changes/model.ts'
import { renderChange, renderNext } from '../changes/view.ts'
import { suggestSize, suggestType } from '../memory/explore/suggest.ts'
import { quote } from '../operation/command-line.ts'
import { refuse, toRefused } from '../operation/errors.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { openExploration } from './explorations.ts'
import type { Proposal } from './model.ts'
import { openWork } from './work.ts'

/** Words of somebody who wants to find out before anything is changed. */
const OPEN_QUESTION =
  /\?\s*$|\b(?:explore|investigate|research|find out|compare|evaluate|maybe|not sure|unsure|should we|how could|what if|idea)\b/i

export const start = implement(contracts.start, {
  async run(call, { what, now, ...chosen }) {
    if (what.trim() === '')
      return refuse('usage', 'what is required: say in a sentence what you want to do.', {
        target: 'what',
        fix: 'furrow start --help',
      })
    const proposal = await propose(call, what, chosen)
    const decided = chosen.type !== undefined || chosen.size !== undefined
    if (!decided && !now) return { proposal, next: await nextFor(call, what, proposal) }
    if (proposal.kind === 'explore') return explore(call, what, proposal)
    const { type, size } = proposal
    const outcome = await call.perform('change.start', { type, size, description: what }, call.operationId)
    if (!outcome.ok) return toRefused(outcome.error)
    const change = outcome.value as ChangeView
    return { proposal, change, next: change.next }
  },
  render: ({ proposal, change, exploration, next }) =>
    change !== undefined
      ? renderChange(change)
      : [
          exploration !== undefined
            ? `Exploring: **${exploration}**.`
            : proposal.kind === 'explore'
              ? 'This sounds like something to **explore** first.'
              : `This sounds like a **${proposal.size} ${proposal.type}**: ${proposal.stages.join(', ')}.`,
          ...proposal.because.map(line => `- ${line}`),
          '',
          renderNext(next),
        ].join('\n'),
})

async function explore(call: Call, what: string, proposal: Proposal) {
  const outcome = await call.perform('exploration.start', { title: title(what) }, call.operationId)
  if (!outcome.ok) return toRefused(outcome.error)
  const { name, next } = outcome.value as { name: string; next: NextStep }
  return { proposal, exploration: name, next }
}

async function propose(
  call: Call,
  what: string,
  chosen: { type?: string | undefined; size?: string | undefined },
): Promise<Proposal> {
  const [type, size] = [suggestType({ goals: what }), suggestSize({ goals: what })]
  const decided = { type: chosen.type ?? type.value, size: chosen.size ?? size.value }
  const question = OPEN_QUESTION.exec(what)?.[0]?.trim()
  const isQuestion = question !== undefined && chosen.type === undefined && chosen.size === undefined
  return {
    kind: isQuestion ? 'explore' : 'change',
    ...decided,
    stages: [...(flowFor(decided.type, decided.size, await customFlows(call)) ?? [])],
    because: [
      ...(isQuestion ? [`"${question}" asks, and nothing is decided yet`] : []),
      reason('type', decided.type, chosen.type === undefined ? type.because : undefined),
      reason('size', decided.size, chosen.size === undefined ? size.because : undefined),
    ],
  }
}

function reason(field: string, value: string, because: readonly string[] | undefined): string {
  if (because === undefined) return `${field} ${value}: you said so`
  if (because.length === 0) return `${field} ${value}: nothing in the words says otherwise`
  return `${field} ${value}: because of ${because.map(word => `"${word}"`).join(', ')}`
}

async function nextFor(call: Call, what: string, { kind, type, size }: Proposal): Promise<NextStep> {
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
      command: `furrow explore start ${quote(title(what))}`,
      tool: { name: 'exploration_start', arguments: { title: title(what) } },
    }
  if (work !== undefined)
    return {
      says: `${work.id} is active, at ${work.stage}. Finish it, or put it aside first.`,
      command: `furrow change pause ${work.id}`,
      tool: { name: 'sdd_change_manage', arguments: { action: 'pause', id: work.id } },
    }
  return {
    says: 'Start it, or choose another type and size.',
    command: `furrow change start ${quote(what)} --type ${type} --size ${size}`,
    tool: { name: 'sdd_change', arguments: { type, size, description: what } },
  }
}

function title(what: string): string {
  return what.replace(/\s+/g, ' ').trim().slice(0, 80)
}
