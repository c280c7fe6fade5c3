import { launchAgent } from '../../agents/launch.ts'
import { isRefused, type Refused } from '../../operation/errors.ts'
import type { Run } from '../../runs/model.ts'
import { changeRun } from '../../runs/record/records.ts'
import { publishRunEvent } from '../../runs/watch/announce-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { requireConsent } from './consent.ts'
import * as contracts from './contracts.ts'
import { type FollowUp, findFollowUp, followUpOrigin } from './find-follow-up.ts'
import type { Acted } from './model.ts'
import { linkOf, type PlannedOperation, performPlanned, planOperation } from './operation.ts'
import { promptOf, questionOf } from './prompt.ts'

const LONGEST_LABEL = 80

export const act = implement(() => contracts.act, {
  async run(call, { confirm_token: token, agent, ...wanted }) {
    const followUp = await findFollowUp(call, wanted)
    const operation = planOperation(call, followUp)
    const prompt = await promptOf(call, followUp)
    const shown = { question: questionOf(followUp), prompt: prompt?.text, operation: describeOperation(operation) }
    await requireConsent(call, { followUp, shown, token })
    const done = operation === undefined ? undefined : await carryOut(call, followUp, operation)
    const went = prompt === undefined ? {} : await launch(call, followUp, { prompt: prompt.text, agent, done })
    return { ...followUpHeadOf(followUp), ...(done !== undefined && { operation: done }), ...went }
  },
  render: renderActed,
})

/** The part of an answer that says what it is about. */
export function followUpHeadOf({
  tool,
  run,
  index,
  id,
  action,
}: FollowUp): Pick<Acted, 'tool' | 'interaction_id' | 'action'> {
  return { tool, interaction_id: run.id, action: { index, id, label: action.label } }
}

export function describeOperation(operation: PlannedOperation | undefined) {
  return operation && { name: operation.entry.name, summary: operation.entry.summary, input: operation.input }
}

export function problemIn({ code, message, fix }: Refused) {
  return { code, message, ...(fix !== undefined && { fix }) }
}

async function carryOut(call: Call, followUp: FollowUp, operation: PlannedOperation): Promise<Acted['operation'] & {}> {
  const result = await performPlanned(call, operation)
  const link = linkOf(operation, result)
  if (link !== undefined) await linkTo(call, followUp.run, link)
  const [, begun] = /^interaction:[^/]+\/(.+)$/.exec(link ?? '') ?? []
  if (begun !== undefined) await linkTo(call, { id: begun }, followUpOrigin(followUp))
  return { name: operation.entry.name, result, ...(link !== undefined && { link }) }
}

interface Launch {
  readonly prompt: string
  readonly agent: string | undefined
  readonly done: Acted['operation']
}

async function launch(call: Call, followUp: FollowUp, { prompt, agent, done }: Launch): Promise<Partial<Acted>> {
  const { tool, run, id, action } = followUp
  const key = `tool-act:${tool}:${id}:${run.id}`
  try {
    const started = await launchAgent(call, {
      key,
      kind: 'act',
      target: done?.link ?? run.id,
      label: `${tool}: ${action.label}`.slice(0, LONGEST_LABEL),
      prompt: done === undefined ? prompt : `${prompt}\n${doneAlready(done)}`,
      // What only adds to a card of the board does so through operations; it changes no code.
      profile: done === undefined ? 'write' : 'read',
      origin: followUpOrigin(followUp),
      ...(agent !== undefined && { agent }),
    })
    await linkTo(call, run, `run:${started.id}`)
    return { run_id: started.id, run_key: key, agent: started.agent?.name ?? '' }
  } catch (error) {
    // What was done at once stays done; the agent only adds to it.
    if (!isRefused(error) || done === undefined) throw error
    return { without_agent: problemIn(error) }
  }
}

function doneAlready({ name, link }: Acted['operation'] & {}): string {
  return `Done already: ${name}${link === undefined ? '' : `, which made ${link}`}. Add to that, and make nothing a second time.\n`
}

/** From the interaction to what came of it; a linked one is kept. */
async function linkTo(call: Call, { id }: Pick<Run, 'id'>, link: string): Promise<void> {
  await call.store.exclusively(() =>
    changeRun(call, id, run => ({ ...run, links: [...new Set([...(run.links ?? []), link])] })),
  )
  publishRunEvent(call, id)
}

function renderActed({
  tool,
  interaction_id: id,
  action,
  operation,
  run_id,
  agent,
  without_agent: none,
}: Acted): string {
  return [
    `**${action.label}** on the run ${id} of ${tool}:`,
    '',
    ...(operation === undefined ? [] : [`- done: ${operation.name}${operation.link ? ` (${operation.link})` : ''}`]),
    ...(run_id === undefined ? [] : [`- ${agent} is at it: \`${shell`furrow runs watch ${run_id}`}\``]),
    ...(none === undefined ? [] : [`- no agent goes on with it: ${none.message}${none.fix ? ` \`${none.fix}\`` : ''}`]),
  ].join('\n')
}
