import { createState, type State } from '../../api/state.ts'

/** An address with its filters, under a name of the person's choice. */
export interface SavedView {
  readonly name: string
  readonly href: string
}

/** Every workspace is served at a port of its own, so each has its own views. */
const KEY = 'furrow.views'

export const views: State<readonly SavedView[]> = createState(parseViews(localStorage.getItem(KEY)))

/** A view of the same name on the same page is replaced. */
export function saveView(view: SavedView): void {
  keep([...views.get().filter(each => !isSame(each, view)), view])
}

export function removeView(view: SavedView): void {
  keep(views.get().filter(each => !isSame(each, view)))
}

export function viewsOf(all: readonly SavedView[], page: string): SavedView[] {
  return all.filter(({ href }) => pageOf(href) === page)
}

function isSame(one: SavedView, other: SavedView): boolean {
  return one.name === other.name && pageOf(one.href) === pageOf(other.href)
}

function pageOf(href: string): string {
  return href.split('?')[0] ?? href
}

function keep(next: readonly SavedView[]): void {
  localStorage.setItem(KEY, JSON.stringify(next))
  views.set(next)
}

/** What this browser kept; anything else is no view. */
export function parseViews(kept: string | null): SavedView[] {
  if (kept === null) return []
  try {
    const value: unknown = JSON.parse(kept)
    return Array.isArray(value) ? value.filter(isView) : []
  } catch {
    return []
  }
}

/** Only addresses of this page: a stored text must not lead anywhere else. */
function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('href' in value)) return false
  const { name, href } = value
  return typeof name === 'string' && typeof href === 'string' && /^\/(?!\/)/.test(href)
}
