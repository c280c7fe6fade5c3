import { openThreadsIn, openThreadsOfRuns } from '../reviews/list-reviews.ts'
import type { ReviewThread } from '../reviews/model.ts'
import { renderReviewThread } from '../reviews/render-reviews.ts'
import { findRun } from '../runs/record/records.ts'
import type { Call } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import type { AgentJob, Resumed } from './launch.ts'
import { renderPrompt } from './prompt.ts'

/** What works on the change itself; the others answer a question of their own. */
const WORKING: readonly string[] = ['prompt', 'act']

/** The prompt with what reviewers still ask for: on the change that it is for, and on what the agent did before. */
export function withReviews(call: Call, job: AgentJob & Partial<Resumed>, change: string | undefined): string {
  if (!WORKING.includes(job.kind)) return job.prompt
  const threads = [...ofChange(call, change), ...openThreadsOfRuns(call, runsBefore(call, job.resumed?.resumes))]
  if (threads.length === 0) return job.prompt
  const instructions = `${job.prompt.trim()}\n\n${ADVICE}`
  const text = threads.map(renderReviewThread).join('\n\n')
  return renderPrompt({ instructions, data: [{ origin: 'the open review comments', text }] })
}

const ADVICE =
  'Reviewers left the comments below on this work. Take each into account, and answer it with the tool `review` (action `reply`, its id): what you changed, or why you did not.'

function ofChange(call: Call, change: string | undefined): ReviewThread[] {
  return change === undefined ? [] : openThreadsIn(filesOf(call), `sdd/changes/${change}`).threads
}

/** The run that is resumed, and those that it resumed itself. */
function runsBefore(call: Call, id: string | undefined): string[] {
  if (id === undefined) return []
  return [id, ...runsBefore(call, findRun(call, id)?.agent?.resumes)]
}
