import type { Tool } from '../../../tools/model.ts'
import { Badge } from '../../parts/text/Badge.tsx'

const EFFECTS = {
  read: { tone: 'plain', says: 'only reads' },
  write: { tone: 'plain', says: 'changes things' },
  destructive: { tone: 'rust', says: 'cannot be undone' },
} as const

/** What a run of a tool does to things. */
export function EffectBadge({ tool }: { tool: Pick<Tool, 'effect'> }) {
  const { tone, says } = EFFECTS[tool.effect ?? 'write']
  return <Badge tone={tone}>{says}</Badge>
}
