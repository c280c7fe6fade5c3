import { refuseFor } from '../lifecycle/reason.ts'
import { blocked, type Reason } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { revisionOf } from '../store/files/files.ts'
import { type Call, implement } from '../workspace/call.ts'
import { type Files, filesOf } from '../workspace/workspace-files.ts'
import { endApprovalRequests } from './artifacts/requests.ts'
import * as contracts from './finalize/contracts.ts'
import { missingInFiles } from './finalize/written.ts'
import type { PublicationPlan } from './model.ts'
import { commitStep } from './record/engine.ts'
import {
  ARCHIVE,
  type LoadedProject,
  loggedState,
  parseEvents,
  projectEventsFile,
  readProjectEvents,
  stateFile,
} from './record/project-files.ts'
import { checklistStepsOf, currentState } from './record/project-parts.ts'
import { isForward, transitionsFrom } from './rules/ways.ts'

export const cleanup = implement(() => contracts.cleanup, {
  async run(call) {
    const { held: _, ...answer } = await archiveProject(call)
    return answer
  },
  render: ({ name, archive: place, verified, changed }) =>
    [
      `${name} is in ${place} now.`,
      ...verified.map(path => `- ${path} is as it was published`),
      ...changed.map(path => `- ${path} is not as it was published; what was approved is in the archive`),
    ].join('\n'),
})

/** Moves the working folder of a project that is over; what was published is compared with what was approved first. */
export async function archiveProject(call: Call, part?: string) {
  const found: { verified: string[]; changed: string[] } = { verified: [], changed: [] }
  // Without a log, the steps and what they wrote show the end.
  const hasLog = filesOf(call).read(projectEventsFile()) !== undefined
  const order = { command: 'cleanup', ...(part !== undefined && { part }), ...(!hasLog && { adopts: true as const }) }
  const held = await commitStep(call, order, ({ held: now, tx }) => {
    requireOver(now)
    if (hasLog) readProjectEvents(tx, now.state)
    refuseFor(whyNotComplete(now, tx))
    const { name } = now.state.project
    for (const { path, content } of now.state.plan?.published ?? [])
      found[isSame(tx, { path, content }) ? 'verified' : 'changed'].push(path)
    const place = freeArchive(tx, name)
    return { state: now.state, summary: `archived in ${place}`, archive: place }
  })
  endApprovalRequests(call)
  return { held, name: held.state.project.name, archive: held.folder, ...found }
}

function isSame(
  files: Files,
  { path, content }: Pick<PublicationPlan['published'][number], 'path' | 'content'>,
): boolean {
  const bytes = files.read(path)?.bytes
  return bytes !== undefined && revisionOf(bytes) === content
}

function requireOver({ type, state }: LoadedProject): void {
  if (currentState(type, state).terminal === true) return
  const { name } = state.project
  const onward = transitionsFrom(type, state).find(isForward)
  throw blocked([
    {
      code: 'project_open',
      ids: [name],
      message: `${name} is in ${state.statechart.current_state}; only what is over goes to the archive`,
      fix: shell`furrow agent ${onward?.by ?? 'status'}`,
    },
  ])
}

/** Where no log says how a project came to its end, its steps and what they wrote have to show it. */
export function whyNotComplete(held: LoadedProject, files: Files): Reason[] {
  const { type, state, folder } = held
  const name = state.statechart.current_state
  const isCompleted = type.transitions.some(way => isForward(way) && way.to === name)
  const bytes = files.read(projectEventsFile(folder))?.bytes
  const led = bytes === undefined ? undefined : loggedState(parseEvents(bytes).events)
  if (!isCompleted || led === name) return []
  const why = whyStepMissing(held, files)
  if (why === undefined) return []
  const message = `${stateFile(folder)} says ${name}, and no log says how it came there: ${why}`
  const fix = shell`furrow explore settle --reason 'its log is missing'`
  return [{ code: 'not_complete', ids: [state.project.name], message, fix }]
}

function whyStepMissing(held: LoadedProject, files: Files): string | undefined {
  const hasChecklist = Object.values(held.type.states).some(({ checklist }) => checklist !== undefined)
  const steps = checklistStepsOf(held.type, held.state)
  if (hasChecklist && steps.length === 0) return 'none of its finalization steps was done'
  const open = steps.find(({ status }) => status !== 'completed' && status !== 'skipped')
  if (open !== undefined) return `${open.id} (${open.name}) is not done`
  return steps
    .filter(({ status }) => status === 'completed')
    .map(step => missingInFiles(held, step, files))
    .find(why => why !== undefined)
}

export function freeArchive(files: Files, name: string): string {
  const taken = files.list(ARCHIVE)
  for (let n = 1; ; n += 1) {
    const wanted = n === 1 ? name : `${name}-${n}`
    if (!taken.includes(wanted)) return `${ARCHIVE}/${wanted}`
  }
}
