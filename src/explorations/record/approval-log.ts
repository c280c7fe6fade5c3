import type { Approval } from '../../lifecycle/approval.ts'
import type { Call } from '../../workspace/call.ts'
import type { ProjectState } from '../model.ts'

type ApprovedContent = Pick<Approval, 'content'> & { readonly verdict?: string | undefined }

/** How the log tells a decision: the same words are looked for when an approval is to count. */
export function approvedSummary(path: string, { content, verdict }: ApprovedContent): string {
  return `${path} approved${verdict === undefined ? '' : ` with the verdict ${verdict}`} (SHA-256 ${content})`
}

export function rejectedSummary(path: string): string {
  return `${path} rejected`
}

export const VOIDED = '; approvals are void'

/** One line of the log about a project. */
export function projectSummary({ project }: Pick<ProjectState, 'project'>, summary: string): string {
  return `${project.type} ${project.name}: ${summary}`
}

export type IsLogged = (path: string, approval: ApprovedContent) => boolean

/**
 * Whether an approval is in the log of this machine. The state of a project is a file of the worktree, which whoever works
 * there can write, an agent among them; what counts is the last decision in Furrow's own log.
 */
export function approvalLog({ store }: Pick<Call, 'store'>, state: Pick<ProjectState, 'project'>): IsLogged {
  let found: ReturnType<typeof standingApprovals> | undefined
  return (path, approval) => {
    found ??= standingApprovals(store, projectSummary(state, ''))
    return found.get(path) === decisionOf(approval)
  }
}

/** The text that was decided on, and what was decided. */
function decisionOf({ content, verdict = '' }: ApprovedContent): string {
  return `${content} ${verdict}`
}

const APPROVE = 'artifact.approve'
const REJECT = 'artifact.reject'
const MOVES = ['advance', 'complete', 'finish', 'reopen', 'revise', 'abandon'].map(name => `exploration.${name}`)

const DECISION = /^(.+) approved(?: with the verdict (\w+))? \(SHA-256 (\w+)\)$/s

export interface PastApproval {
  readonly content: string
  readonly at: string
  readonly by: string
}

/** The last time that a document was approved, whatever became of that approval. */
export function lastApproval(
  { store }: Pick<Call, 'store'>,
  state: Pick<ProjectState, 'project'>,
  path: string,
): PastApproval | undefined {
  const prefix = projectSummary(state, '')
  const approvals = store.decisions({ names: [APPROVE], prefix }).flatMap(({ summary, at, actor }) => {
    const [, named, , content] = DECISION.exec(summary.slice(prefix.length)) ?? []
    return named === path && content !== undefined ? [{ content, at: new Date(at).toISOString(), by: actor.id }] : []
  })
  return approvals.at(-1)
}

/** The content that was approved of each path, unless a later decision took that back. */
function standingApprovals(store: Call['store'], prefix: string): Map<string, string> {
  const approved = new Map<string, string>()
  for (const { name, summary } of store.decisions({ names: [APPROVE, REJECT, ...MOVES], prefix })) {
    const said = summary.slice(prefix.length)
    // Who may write such a line depends on the operation, so its words count for that one alone.
    const [, path = '', verdict, content] = (name === APPROVE && DECISION.exec(said)) || []
    if (content !== undefined) approved.set(path, decisionOf({ content, verdict }))
    else if (name === REJECT) approved.delete(said.slice(0, -rejectedSummary('').length))
    else if (said.endsWith(VOIDED)) approved.clear()
  }
  return approved
}
