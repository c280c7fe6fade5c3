import type { OutputOf } from '../../operation/contract.ts'
import { noticeOf } from '../view.ts'
import type { explore } from './contracts.ts'

/** The answer as seed and clients know it: everything captured so far, next steps, a hint on type and size. */
export function renderExplore(output: OutputOf<typeof explore>): string {
  const { title, topic_key, action, revision, id, content, suggestion, notices, project } = output
  const limited = suggestion.type_because.length + suggestion.size_because.length === 0
  return [
    '## Exploration Context Saved',
    '',
    `**Title:** ${title}`,
    `**Topic Key:** ${topic_key}`,
    `**Action:** ${action === 'created' ? 'Created' : `Updated (revision #${revision})`}`,
    `**ID:** ${id}`,
    '',
    '### Captured Context',
    content,
    '',
    '### Suggested Next Steps',
    '- When ready to start a new project: use `sdd_init_project`',
    '- When ready to modify existing code: use `sdd_change`',
    '- To add more context: call `sdd_explore` again with the same title',
    '',
    '### Type/Size Suggestion',
    `- **Suggested type:** ${suggestion.type} — ${because(suggestion.type_because)}`,
    `- **Suggested size:** ${suggestion.size} — ${because(suggestion.size_because)}`,
    ...(limited ? ['', 'Based on limited context — adjust as needed.'] : []),
    ...[...noticeOf(project), ...notices].map(notice => `\n${notice}`),
  ].join('\n')
}

function because(words: readonly string[]): string {
  if (words.length === 0) return 'the default; no word pointed elsewhere'
  return `because of ${words.map(word => `"${word}"`).join(', ')}`
}
