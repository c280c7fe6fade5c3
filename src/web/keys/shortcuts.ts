/**
 * Every keyboard shortcut of the app, once: the listener, the `?` sheet and the hints beside commands read this table.
 * `mod` is the command key on a Mac and Ctrl elsewhere; a space separates the keys of a sequence.
 */
export const SHORTCUTS = [
  { id: 'palette', keys: 'mod+k', group: 'Everywhere', does: 'Open the command palette' },
  { id: 'help', keys: '?', group: 'Everywhere', does: 'Show this sheet' },
  { id: 'filter', keys: '/', group: 'Everywhere', does: 'Go to the filter or search field' },
  { id: 'go.home', keys: 'g h', group: 'Go to', does: 'Home' },
  { id: 'go.changes', keys: 'g w', group: 'Go to', does: 'Work: changes' },
  { id: 'go.specs', keys: 'g p', group: 'Go to', does: 'Specs' },
  { id: 'go.explorations', keys: 'g e', group: 'Go to', does: 'Explorations' },
  { id: 'go.board', keys: 'g b', group: 'Go to', does: 'Board' },
  { id: 'go.tools', keys: 'g t', group: 'Go to', does: 'Tools' },
  { id: 'go.runs', keys: 'g r', group: 'Go to', does: 'Runs' },
  { id: 'go.ask', keys: 'g a', group: 'Go to', does: 'Ask' },
  { id: 'go.memory', keys: 'g m', group: 'Go to', does: 'Memory' },
  { id: 'go.settings', keys: 'g s', group: 'Go to', does: 'Settings' },
  { id: 'go.connect', keys: 'g c', group: 'Go to', does: 'Connect' },
  { id: 'list.next', keys: 'j', group: 'In a list', does: 'Next row' },
  { id: 'list.previous', keys: 'k', group: 'In a list', does: 'Previous row' },
  { id: 'list.open', keys: 'enter', group: 'In a list', does: 'Open the row' },
  { id: 'text.save', keys: 'mod+enter', group: 'In a text or form', does: 'Save it, send it, run it' },
  { id: 'change.start', keys: 'c', group: 'On changes', does: 'Start a change' },
  { id: 'exploration.start', keys: 'c', group: 'On explorations', does: 'Start an exploration' },
  { id: 'board.new', keys: 'c', group: 'On the board', does: 'New card' },
  { id: 'log.down', keys: 'arrowdown', group: 'In a log', does: 'Next line' },
  { id: 'log.up', keys: 'arrowup', group: 'In a log', does: 'Previous line' },
  { id: 'log.follow', keys: 'f', group: 'In a log', does: 'Follow or pause' },
  { id: 'log.next', keys: 'n', group: 'In a log', does: 'Next match' },
  { id: 'log.previous', keys: 'shift+n', group: 'In a log', does: 'Previous match' },
  { id: 'log.wrap', keys: 'w', group: 'In a log', does: 'Wrap long lines' },
  { id: 'log.end', keys: 'shift+g', group: 'In a log', does: 'Go to the end' },
] as const satisfies readonly Shortcut[]

export interface Shortcut {
  readonly id: string
  readonly keys: string
  readonly group: string
  readonly does: string
}

export type ShortcutId = (typeof SHORTCUTS)[number]['id']

/** WCAG 2.1.4: whatever letters or signs alone trigger can be turned off. */
export function isSingleKey(keys: string): boolean {
  return keys.split(' ').every(stroke => stroke.replace('shift+', '').length === 1)
}

export function keysOf(id: ShortcutId): string {
  return SHORTCUTS.find(shortcut => shortcut.id === id)?.keys ?? ''
}
