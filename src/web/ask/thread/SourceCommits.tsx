import type { Citation } from '../../../ask/threads/model.ts'

/** What commits of a passage say about it, where the question was why. */
export function SourceCommits({ commits = [] }: { readonly commits?: Citation['commits'] }) {
  if (commits.length === 0) return null
  return (
    <ul aria-label="Commits" className="space-y-1 py-1 text-xs text-soft">
      {commits.map(({ commit, date, message }) => (
        <li key={commit} className="break-words whitespace-pre-wrap">
          <code className="font-mono">{commit}</code> {date}: {message}
        </li>
      ))}
    </ul>
  )
}
