import type { NextStep } from '../../changes/model.ts'
import { isRefused } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { resolveProject } from '../../workspace/identity.ts'
import { pendingRequests } from '../../workspace/requests/requests.ts'
import { openExploration } from '../status/open-exploration.ts'
import { type OpenWork, openWork } from '../status/open-work.ts'
import type { HookAnswer } from './model.ts'

const MOST_CHARACTERS = 1200

/** The brief of the open work, for an agent that has just begun or has lost its context. */
export async function sessionStart(call: Call): Promise<HookAnswer> {
  await call.store.settled()
  const lines = [
    `Furrow keeps the work of ${resolveProject(call).name}.`,
    ...changeLines(openWork(call)),
    ...explorationLines(await openExploration(call)),
    ...(await nextLines(call)),
    ...(await noteLines(call)),
    ...pendingRequests(call.store).map(
      ({ actor, operation }) => `- A person has to decide: ${actor.id} asks for ${operation}.`,
    ),
  ]
  return { action: 'inform', text: lines.join('\n') }
}

function changeLines({ work, paused }: OpenWork): string[] {
  if (work === undefined) return paused.length === 0 ? [] : [`- Paused changes: ${paused.join(', ')}.`]
  const { id, type, size, stage, description } = work
  return [`- Open change: ${id} (${type}, ${size}), at the stage ${stage}. ${cut(description)}`]
}

function explorationLines({ exploration }: Awaited<ReturnType<typeof openExploration>>): string[] {
  if (exploration === undefined) return []
  const { name, type, state, description } = exploration
  return [`- Open ${type}: ${name}, ${state}. ${cut(description)}`]
}

/** The one next step, whatever is open. */
async function nextLines(call: Call): Promise<string[]> {
  const outcome = await call.perform('flow.next', {})
  if (!outcome.ok) return [`- ${outcome.error.message} \`${outcome.error.fix ?? shell`furrow doctor`}\``]
  const { state, next } = outcome.value as { state: string; next: NextStep }
  if (state === 'idle')
    return ['- Nothing is open. Before you change code, start with `furrow_start` (`furrow start "<what>"`).']
  return [
    `- Next: ${next.says} Tool: ${next.tool.name} ${JSON.stringify(next.tool.arguments)}; command: \`${next.command}\`.`,
  ]
}

/** Memory that cannot be opened is no reason to tell nothing. */
async function noteLines(call: Call): Promise<string[]> {
  try {
    const outcome = await call.perform('memory.progress', {})
    const note = outcome.ok ? (outcome.value as { observation?: { content?: string } }).observation?.content : undefined
    return note === undefined ? [] : [`- Progress note: ${cut(note)}`]
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}

function cut(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  return plain.length > MOST_CHARACTERS ? `${plain.slice(0, MOST_CHARACTERS)}…` : plain
}
