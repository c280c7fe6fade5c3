import type { LoadedProject } from '../record/project-files.ts'
import { artifactKindOf, artifactsOf, currentState, topicsOf } from '../record/project-parts.ts'
import { isOpenTask } from '../tasks/dependencies.ts'
import { documentOfTasks } from '../tasks/resolved.ts'

export interface ToBegin {
  readonly kind: string
  readonly task?: string
}

type TypedState = Pick<LoadedProject, 'type' | 'state'>

/** A reason, as far as it says what is missing. */
interface MissingReason {
  readonly code: string
  readonly ids?: readonly string[] | undefined
}

/** The documents that the way on asks for and that nobody has begun: by kind, or by task where each has its own. */
export function documentsToBegin(standing: TypedState, reasons: readonly MissingReason[]): ToBegin[] {
  const { allows = [], adds = [] } = currentState(standing.type, standing.state)
  if (!allows.includes('artifact.add')) return []
  const ofTasks = documentOfTasks(standing)
  const kinds = reasons.flatMap(reason => missingKind(standing, reason))
  const alone = [...new Set(kinds)].filter(kind => kind !== ofTasks).map(kind => ({ kind }))
  const tasks = ofTasks === undefined ? [] : tasksWithout(standing, ofTasks).map(task => ({ kind: ofTasks, task }))
  return [...alone, ...tasks].filter(({ kind }) => adds.includes(kind))
}

function missingKind({ type }: TypedState, { code, ids = [] }: MissingReason): string[] {
  if (code === 'no_overview') return type.publishes === undefined ? [] : [type.publishes.kind]
  return code === 'no_artifact' || code === 'no_review' ? ids.slice(0, 1) : []
}

/** Those that are open come first: they are worked on next. */
function tasksWithout({ type, state }: TypedState, kind: string): string[] {
  const documents = artifactsOf(state).filter(artifact => artifactKindOf(type, state, artifact) === kind)
  const lacking = topicsOf(type, state).filter(
    ({ status, refs }) => status !== 'abandoned' && !documents.some(({ path }) => refs.includes(path)),
  )
  return [...lacking.filter(isOpenTask), ...lacking.filter(task => !isOpenTask(task))].map(({ id }) => id)
}
