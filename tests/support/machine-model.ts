import type { ProjectType, Trigger } from '../../src/explorations/types/model.ts'

export interface TopicModel {
  status: 'pending' | 'in_progress' | 'completed' | 'abandoned'
  iteration: number
  document: string | undefined
}

interface DocumentModel {
  path: string
  kind: string
  text: number
  approvedText: number | undefined
  iteration: number
  verdict: 'pass' | 'fail' | undefined
}

/** All that the rules are about, and nothing of how they are kept. */
export interface Model {
  type: ProjectType
  state: string
  iteration: number
  topics: TopicModel[]
  documents: DocumentModel[]
  steps: { optional: boolean; status: 'pending' | 'completed' | 'skipped' }[]
}

/** F8: what the machine may do, said a second time in the plainest words. */
export function mayMove(model: Model, by: Trigger): string | undefined {
  if (by === 'abandon') return isEnd(model.state) ? undefined : 'Abandoned'
  return MOVES[model.type.name]?.(model, `${model.state} ${by}`)
}

const isApproved = ({ text, approvedText }: DocumentModel) => text === approvedText
const ofKind = (model: Model, kind: string) => model.documents.filter(each => each.kind === kind)
const allApproved = (model: Model, kind: string) => ofKind(model, kind).every(isApproved)
const someApproved = (model: Model, kind: string) => ofKind(model, kind).length > 0 && allApproved(model, kind)
const isOpen = ({ status }: TopicModel) => status === 'pending' || status === 'in_progress'
const isResolved = ({ topics }: Model) => topics.every(topic => !isOpen(topic))
export const completedIn = ({ topics }: Model) => topics.filter(({ status }) => status === 'completed')
const isDone = ({ steps }: Model) => steps.length > 0 && steps.every(({ status }) => status !== 'pending')

function eachHas(model: Model, kind: string): boolean {
  return completedIn(model).every(({ document }) => {
    const linked = ofKind(model, kind).find(({ path }) => path === document)
    return linked !== undefined && isApproved(linked)
  })
}

function verdictOf(model: Model): string | undefined {
  const review = ofKind(model, 'review').findLast(({ iteration }) => iteration === model.iteration)
  return review !== undefined && isApproved(review) ? review.verdict : undefined
}

const MOVES: Readonly<Record<string, (model: Model, move: string) => string | undefined>> = {
  exploration(model, move) {
    const overview = ofKind(model, 'summary').length <= 1 || model.documents.some(isOverview)
    if (move === 'Active advance' && isResolved(model) && completedIn(model).length > 0) return 'Summarizing'
    if (move === 'Summarizing complete' && someApproved(model, 'summary') && overview) return 'Finalizing'
    if (move === 'Finalizing complete' && isDone(model) && allApproved(model, 'summary')) return 'Completed'
    if (move === 'Summarizing reopen') return 'Active'
    return move === 'Finalizing revise' ? 'Summarizing' : undefined
  },
  design(model, move) {
    const written = isResolved(model) && completedIn(model).length > 0 && eachHas(model, 'design')
    if (move === 'Drafting complete' && written && someApproved(model, 'design')) return 'Publishing'
    if (move === 'Publishing complete' && isDone(model) && allApproved(model, 'design')) return 'Completed'
    return move === 'Publishing revise' ? 'Drafting' : undefined
  },
  breakdown(model, move) {
    const specified = isResolved(model) && completedIn(model).length > 0 && eachHas(model, 'specification')
    if (move === 'Discovering complete' && someApproved(model, 'discovery')) return 'Specifying'
    if (move === 'Specifying complete' && specified && allApproved(model, 'specification')) return 'Publishing'
    if (move === 'Publishing complete' && isDone(model) && allApproved(model, 'specification')) return 'Completed'
    if (move === 'Specifying reopen') return 'Discovering'
    return move === 'Publishing revise' ? 'Specifying' : undefined
  },
  standard(model, move) {
    const built = isResolved(model) && completedIn(model).some(({ iteration }) => iteration === model.iteration)
    if (move === 'Planning complete' && model.topics.some(isOpen) && someApproved(model, 'plan')) return 'Implementing'
    if (move === 'Implementing complete' && built) return 'Reviewing'
    if (move === 'Reviewing complete' && verdictOf(model) === 'pass') return 'Finalizing'
    if (move === 'Reviewing complete' && verdictOf(model) === 'fail') return 'Planning'
    if (move === 'Finalizing complete' && isDone(model) && verdictOf(model) === 'pass') return 'Completed'
    if (move === 'Implementing reopen' || move === 'Reviewing reopen') return 'Planning'
    return move === 'Finalizing revise' ? 'Implementing' : undefined
  },
}

const isOverview = ({ path, kind }: DocumentModel) => path === 'summary.md' && kind === 'summary'

export function isEnd(state: string): boolean {
  return state === 'Completed' || state === 'Abandoned'
}

const isIn = (states: readonly string[]) => (state: string) => states.includes(state)
export const researching = isIn(['Active', 'Drafting', 'Specifying', 'Planning', 'Implementing'])
export const approving = isIn(['Summarizing', 'Drafting', 'Discovering', 'Specifying', 'Planning', 'Reviewing'])
export const writing = (state: string) => state === 'Active' || state === 'Implementing' || approving(state)
export const publishing = (state: string, type: ProjectType) =>
  state === 'Publishing' || (state === 'Finalizing' && type.name !== 'design')
