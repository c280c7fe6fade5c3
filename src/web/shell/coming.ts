import type { IconName } from '../parts/Icon.tsx'

export interface ComingPage {
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** What this part of Furrow is. */
  readonly is: string
  /** Operations of these domains do the same from a terminal or an agent. */
  readonly domains: readonly string[]
}

/** Places in the navigation whose page is not built yet. Each row goes when its page comes. */
export const COMING: readonly ComingPage[] = [
  {
    path: '/board',
    title: 'Board',
    icon: 'board',
    is: 'The board holds features by phase, with their tasks, milestones and feedback.',
    domains: ['feature', 'board', 'milestone', 'task'],
  },
]
