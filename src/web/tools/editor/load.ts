import type { LanguageSupport } from '@codemirror/language'

export interface Mounted {
  show(text: string): void
  describe(by: string | undefined, invalid: boolean): void
  destroy(): void
}

export interface MountOptions {
  readonly id: string
  readonly labelledBy: string
  readonly placeholder: string | undefined
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur: () => void
}

type MountEditor = (place: HTMLElement, options: MountOptions) => Mounted

/** Each grammar is fetched when a field wants it; what has none is shown plain. */
const LANGUAGES: Readonly<Record<string, () => Promise<LanguageSupport>>> = {
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  json: async () => (await import('@codemirror/lang-json')).json(),
  yaml: async () => (await import('@codemirror/lang-yaml')).yaml(),
  markdown: async () => (await import('@codemirror/lang-markdown')).markdown(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
  html: async () => (await import('@codemirror/lang-html')).html(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  bash: async () => (await import('./script-languages.ts')).bash(),
  python: async () => (await import('./script-languages.ts')).python(),
  typescript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
}

/** Other names of the same. */
const ALSO: Readonly<Record<string, string>> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  py: 'python',
  yml: 'yaml',
  js: 'javascript',
  ts: 'typescript',
  md: 'markdown',
}

function grammarFor(language = ''): Promise<LanguageSupport> | undefined {
  const name = language.toLowerCase()
  return LANGUAGES[ALSO[name] ?? name]?.()
}

/** In parts, so that none of them is large and pages without code load nothing of it. */
export async function loadEditor(language: string | undefined): Promise<MountEditor> {
  const [{ Compartment, EditorState }, view, { defaultKeymap, history, historyKeymap }, looks, support] =
    await Promise.all([
      import('@codemirror/state'),
      import('@codemirror/view'),
      import('@codemirror/commands'),
      import('./editor-theme.ts'),
      grammarFor(language),
    ])
  const { EditorView, keymap, placeholder: hint } = view
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="furrow-nonce"]')?.content ?? ''
  return (place, { id, labelledBy, placeholder, value, onChange, onBlur }) => {
    const notes = new Compartment()
    const named = { id, 'aria-labelledby': labelledBy, 'aria-multiline': 'true' }
    const editor = new EditorView({
      parent: place,
      doc: value,
      extensions: [
        EditorView.cspNonce.of(nonce),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        looks.editorTheme,
        support ?? [],
        placeholder === undefined ? [] : hint(placeholder),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of(named),
        notes.of([]),
        EditorView.updateListener.of(update => {
          if (update.docChanged) onChange(update.state.doc.toString())
          if (update.focusChanged && !update.view.hasFocus) onBlur()
        }),
      ],
    })
    return {
      show(text) {
        const now = editor.state.doc.toString()
        if (text !== now) editor.dispatch({ changes: { from: 0, to: now.length, insert: text } })
      },
      describe(by, invalid) {
        const said = { ...(by !== undefined && { 'aria-describedby': by }), ...(invalid && { 'aria-invalid': 'true' }) }
        editor.dispatch({ effects: notes.reconfigure(EditorView.contentAttributes.of(said)) })
      },
      destroy: () => editor.destroy(),
    }
  }
}
