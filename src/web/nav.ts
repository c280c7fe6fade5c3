import type { ShortcutId } from './keys/shortcuts.ts'
import type { IconName } from './parts/text/Icon.tsx'

export interface NavPage {
  readonly title: string
  readonly path: string
  readonly icon: IconName
  readonly go?: ShortcutId
}

export interface NavEntry extends NavPage {
  /** The pages of a section; the entry itself leads to the one most used. */
  readonly pages?: readonly NavPage[]
}

/** The six entries of the navigation, and the pages below them. */
export const NAV: readonly NavEntry[] = [
  { title: 'Home', path: '/', icon: 'home', go: 'go.home' },
  {
    title: 'Work',
    path: '/changes',
    icon: 'work',
    go: 'go.changes',
    pages: [
      { title: 'Specs', path: '/specs', icon: 'specs', go: 'go.specs' },
      { title: 'Changes', path: '/changes', icon: 'changes' },
      { title: 'Explorations', path: '/explorations', icon: 'explorations', go: 'go.explorations' },
      { title: 'Board', path: '/board', icon: 'board', go: 'go.board' },
      { title: 'Why', path: '/why', icon: 'search' },
    ],
  },
  {
    title: 'Tools',
    path: '/tools',
    icon: 'tools',
    go: 'go.tools',
    pages: [
      { title: 'All tools', path: '/tools', icon: 'tools' },
      { title: 'Runs', path: '/runs', icon: 'runs', go: 'go.runs' },
    ],
  },
  { title: 'Ask', path: '/ask', icon: 'ask', go: 'go.ask' },
  { title: 'Memory', path: '/memory', icon: 'memory', go: 'go.memory' },
  {
    title: 'Settings',
    path: '/settings',
    icon: 'settings',
    go: 'go.settings',
    pages: [
      { title: 'Preferences', path: '/settings', icon: 'settings' },
      { title: 'Secrets', path: '/secrets', icon: 'secrets' },
      { title: 'Connect', path: '/connect', icon: 'connect', go: 'go.connect' },
      { title: 'Problems', path: '/doctor', icon: 'warning' },
    ],
  },
]

/** Every page that the navigation leads to, each once. */
export function navPages(): NavPage[] {
  return NAV.flatMap(entry => entry.pages ?? [entry])
}

export function entryOf(path: string): NavEntry | undefined {
  return NAV.find(entry => [entry, ...(entry.pages ?? [])].some(page => isWithinPage(path, page.path)))
}

export function isWithinPage(path: string, page: string): boolean {
  return path === page || (page !== '/' && path.startsWith(`${page}/`))
}

/** The section and the list that the page of one thing belongs to; none for the pages of the navigation themselves. */
export function crumbsOf(path: string): NavPage[] {
  const entry = entryOf(path)
  const page = [...(entry?.pages ?? []), ...(entry === undefined ? [] : [entry])].find(each =>
    isWithinPage(path, each.path),
  )
  if (entry === undefined || page === undefined || page.path === path) return []
  return page.title === entry.title ? [page] : [entry, page]
}
