import { isRefused } from '../../operation/errors.ts'
import { STOP_WORDS } from '../../search/words/stop-words.ts'
import { termsOf } from '../../search/words/tokenize.ts'
import { type BlameCommit, commitsBehind } from '../../store/git/git-blame.ts'
import type { Call } from '../../workspace/call.ts'
import type { AnswerSource, SourceCommit } from '../model.ts'

const WHY =
  /\bwhy\b|\bhow come\b|\brationale\b|\breasons? (?:for|behind|why|that)\b|\b(?:since )?when (?:was|were|did)\b|\bsince when\b|\b(?:which|what) (?:commit|change)\b|\bwho (?:added|changed|introduced|removed|wrote)\b/i

/** Code says what it does; why it does so, and since when, is in the messages of its commits. */
export function asksWhy(question: string): boolean {
  return WHY.test(question)
}

const LOOKED_AT = 12
const SHOWN = 2
const MOST_TEXT = 600
/** An answer does not wait longer than this for the history of a file. */
const PATIENCE_MS = 5000

/** Each passage with the commits that wrote lines of it: those that speak of the question, then the newest. */
export async function withHistory(
  call: Call,
  question: string,
  sources: readonly AnswerSource[],
): Promise<AnswerSource[]> {
  const { root, repository } = call.workspace
  if (repository.gitDir === undefined) return [...sources]
  const options = { signal: call.signal, env: call.env, timeoutMs: PATIENCE_MS }
  return Promise.all(
    sources.map(async source => {
      try {
        const commits = await commitsBehind(root, { file: source.path, lines: source.lines, most: LOOKED_AT }, options)
        return commits.length === 0 ? source : { ...source, commits: chosen(commits, question).map(viewCommit) }
      } catch (error) {
        // Passages answer without their history too.
        if (!isRefused(error) || call.signal.aborted) throw error
        return source
      }
    }),
  )
}

function chosen(commits: readonly BlameCommit[], question: string): BlameCommit[] {
  const asked = new Set(termsOf(question).filter(term => !STOP_WORDS.has(term)))
  const shared = ({ message }: BlameCommit) => new Set(termsOf(message).filter(term => asked.has(term))).size
  return commits
    .map(commit => ({ commit, shared: shared(commit) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, SHOWN)
    .map(({ commit }) => commit)
}

function viewCommit({ hash, date, message }: BlameCommit): SourceCommit {
  const text = message.length <= MOST_TEXT ? message : `${message.slice(0, MOST_TEXT).trimEnd()} ...`
  return { commit: hash.slice(0, 10), date: date.slice(0, 10), message: text }
}
