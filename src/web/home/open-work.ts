import type { ShellText } from '../../shared/shell/shell.ts'
import type { StatusDetail } from '../api/types.ts'
import { withoutCommands } from '../parts/prose.ts'

/** One thing that is under way, as the home page tells it. */
export interface OpenWorkItem {
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

type OpenWorkStatus = Pick<StatusDetail, 'work' | 'feature' | 'exploration' | 'specification'>

/** The change, the feature, the exploration and the specification that are open, in this order. */
export function openWorkItems({ work, feature, exploration, specification }: OpenWorkStatus): OpenWorkItem[] {
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

function next({ next: { says, command } }: { readonly next: { readonly says: string; readonly command: ShellText } }) {
  return { says: withoutCommands(says), command, stale: [] as readonly string[] }
}
