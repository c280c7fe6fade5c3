import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the colours of the app, in both themes. */
const theme = EditorView.theme({
  '&': { fontSize: '0.8125rem', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': {
    fontFamily: 'var(--font-mono)',
    padding: '8px 0',
    minHeight: '5.5rem',
    caretColor: 'var(--color-ink)',
  },
  '.cm-line': { padding: '0 12px' },
  '.cm-scroller': { maxHeight: '24rem', lineHeight: '1.55' },
  '.cm-placeholder': { color: 'var(--color-faint)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--color-ansi-magenta)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--color-ansi-green)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-ansi-yellow)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--color-ansi-blue)' },
  { tag: [tags.typeName, tags.className, tags.tagName], color: 'var(--color-ansi-cyan)' },
  { tag: tags.comment, color: 'var(--color-faint)' },
  { tag: tags.heading, fontWeight: '600' },
])

export const editorTheme = [theme, syntaxHighlighting(colours)]
