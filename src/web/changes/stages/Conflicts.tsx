import { Button } from '../../parts/input/Button.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import type { ChangeContext } from '../change-types.ts'

interface ConflictsProps {
  readonly context: ChangeContext | undefined
  readonly text: string
  readonly onInsert: (shared: string) => void
}

/** Every conflict that the check found has to be answered in the text; which are, is seen while writing. */
export function Conflicts({ context, text, onInsert }: ConflictsProps) {
  if (context === undefined || context.conflicts.length === 0) return null
  return (
    <ul aria-label="Conflicts to answer" className="divide-y divide-line rounded-md border border-line">
      {context.conflicts.map(({ shared, with: ids }) => (
        <li key={shared} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-2 text-sm">
          {text.includes(shared) ? (
            <Badge tone="sprout" icon="check">
              Named
            </Badge>
          ) : (
            <Badge tone="amber" icon="warning">
              Not answered
            </Badge>
          )}
          <span className="min-w-0 flex-1 break-words">
            <code className="font-mono text-xs">{shared}</code> is also in {ids.join(', ') || 'other open work'}
          </span>
          {!text.includes(shared) && (
            <Button size="small" onClick={() => onInsert(shared)}>
              Answer it
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A line for the answer at the end of the text. */
export function insertConflict(text: string, shared: string): string {
  const before = text.trimEnd()
  return `${before === '' ? '' : `${before}\n`}- ${shared}: `
}
