import type { OutputOf } from '../../operation/contract.ts'
import { shell } from '../../shared/shell/shell.ts'
import { messageOf } from '../view-record.ts'
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
    ...captured(content, id),
    '',
    '### Suggested Next Steps',
    '- When ready to start a new project: use `sdd_spec` (action init)',
    '- When ready to modify existing code: use `sdd_change`',
    '- To add more context: call `sdd_explore` again with the same title',
    '',
    '### Type/Size Suggestion',
    `- **Suggested type:** ${suggestion.type} — ${because(suggestion.type_because)}`,
    `- **Suggested size:** ${suggestion.size} — ${because(suggestion.size_because)}`,
    ...(limited ? ['', 'Based on limited context — adjust as needed.'] : []),
    ...[...messageOf(project), ...notices].map(notice => `\n${notice}`),
  ].join('\n')
}

/** About 5,000 tokens: what follows has to reach the reader too. */
const MOST_SHOWN = 20_000

function captured(content: string, id: number): string[] {
  if (content.length <= MOST_SHOWN) return [content]
  const rest = content.length - MOST_SHOWN
  return [
    content.slice(0, MOST_SHOWN).replace(/[\ud800-\udbff]$/, ''),
    '',
    `(${rest} of ${content.length} characters are not shown; all of it is saved: \`${shell`furrow memory get ${id}`}\`)`,
  ]
}

function because(words: readonly string[]): string {
  if (words.length === 0) return 'the default; no word pointed elsewhere'
  return `because of ${words.map(word => `"${word}"`).join(', ')}`
}
