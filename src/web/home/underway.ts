import type { ShellText } from '../../operation/shell.ts'
import type { Status } from '../api/types.ts'

/** One thing that is under way, as the home page tells it. */
export interface Under {
  readonly kind: string
  readonly title: string
  readonly href: string
  /** Its stage, phase or state. */
  readonly at: string
  readonly says: string
  readonly command: ShellText
  /** Files that are older than what they were made from. */
  readonly stale: readonly string[]
}

type Known = Pick<Status, 'work' | 'feature' | 'exploration' | 'specification'>

/** The change, the feature, the exploration and the specification that are open, in this order. */
export function underway({ work, feature, exploration, specification }: Known): Under[] {
  return [
    ...(work
      ? [{ kind: 'Change', title: work.description, href: `/changes/${work.id}`, at: work.stage, ...next(work) }]
      : []),
    ...(feature
      ? [
          {
            kind: 'Feature',
            title: feature.title,
            href: `/board/features/${feature.id}`,
            at: feature.phase,
            ...next(feature),
          },
        ]
      : []),
    ...(exploration
      ? [
          {
            kind: 'Exploration',
            title: exploration.description,
            href: `/explorations/${exploration.name}`,
            at: exploration.state,
            ...next(exploration),
          },
        ]
      : []),
    ...(specification
      ? [
          {
            kind: 'Specification',
            title: specification.name,
            href: '/specs',
            at: specification.stage,
            ...next(specification),
            stale: specification.stale,
          },
        ]
      : []),
  ]
}

/** What stands between backticks is a name; here it needs no mark. */
function next({ next: { says, command } }: { readonly next: { readonly says: string; readonly command: ShellText } }) {
  return { says: says.replaceAll('`', ''), command, stale: [] as readonly string[] }
}
