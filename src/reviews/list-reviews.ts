import { type Call, implement } from '../workspace/call.ts'
import { type Files, filesOf } from '../workspace/workspace-files.ts'
import * as contracts from './contracts.ts'
import type { ReviewProblem, ReviewThread } from './model.ts'
import { renderReviewThread } from './render-reviews.ts'
import { type ReviewFolder, RUN_REVIEWS, reviewFolderOf, reviewFolders } from './review-folder.ts'
import { reviewedText, threadsOf, viewThread } from './review-threads.ts'

export const list = implement(() => contracts.list, {
  async run(call, { path, run, state }) {
    await call.store.settled()
    const files = filesOf(call)
    const works = run === undefined ? worksFor(files, path) : [RUN_REVIEWS]
    const { threads, problems } = readThreads(files, works)
    return {
      threads: threads.filter(
        thread =>
          (state === 'all' || thread.state === state) &&
          (run === undefined || thread.run === run) &&
          (path === undefined || isWithin(thread, { path, run })),
      ),
      problems,
    }
  },
  render: ({ threads, problems }) =>
    [
      ...(threads.length === 0 ? ['No review comments.'] : threads.map(renderReviewThread)),
      ...problems.map(({ path, message }) => (message.startsWith(path) ? message : `${path}: ${message}`)),
    ].join('\n\n'),
})

export interface OpenThreads {
  readonly threads: ReviewThread[]
  readonly problems: ReviewProblem[]
}

/** What is still open about the documents of one folder. */
export function openThreadsIn(files: Files, folder: string): OpenThreads {
  const { threads, problems } = readThreads(files, [reviewFolderOf(`${folder}/`)])
  return { threads: threads.filter(({ state, run }) => state === 'open' && run === undefined), problems }
}

/** What is still open about the changes of some agent runs. */
export function openThreadsOfRuns(call: Pick<Call, 'workspace'>, runs: readonly string[]): ReviewThread[] {
  const { threads } = readThreads(filesOf(call), [RUN_REVIEWS])
  return threads.filter(({ state, run }) => state === 'open' && run !== undefined && runs.includes(run))
}

function worksFor(files: Files, path: string | undefined): readonly ReviewFolder[] {
  if (path === undefined) return reviewFolders(files, { closed: false })
  const own = reviewFolderOf(`${path}/`)
  if (own.base !== '' && own.base !== 'sdd') return [own]
  return reviewFolders(files, { closed: true }).filter(({ base }) => base === own.base || base.startsWith(`${path}/`))
}

function isWithin(thread: ReviewThread, { path, run }: { path: string; run: string | undefined }): boolean {
  if (run === undefined && thread.run !== undefined) return false
  return thread.path === path || thread.path.startsWith(`${path}/`)
}

function readThreads(files: Files, works: readonly ReviewFolder[]): OpenThreads {
  const shelves = works.map(work => threadsOf(files, work))
  return {
    threads: shelves.flatMap(({ threads }) => threads.map(kept => viewThread(kept, reviewedText(files, kept)))),
    problems: shelves.flatMap(({ problems }) => problems),
  }
}
