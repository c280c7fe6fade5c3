import { Button } from '../input/Button.tsx'
import type { OpenDraft } from './draft.ts'

/** Somebody else saved the text while this draft was written: both are shown, and the person decides. */
export function Conflict({ draft }: { draft: OpenDraft }) {
  if (draft.theirs === undefined) return null
  return (
    <div role="alert" className="rounded-md border border-amber/40 bg-amber-wash p-4">
      <p className="font-medium text-ink">The saved text changed while you were writing.</p>
      <p className="mt-1 text-sm text-ink">
        Neither text is lost. Copy what you need from the saved text into yours, or take one of them as it is.
      </p>
      <TwoTexts saved={draft.theirs.text} mine={draft.text} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button size="small" onClick={draft.takeTheirs}>
          Use the saved text
        </Button>
      </div>
    </div>
  )
}

export function TwoTexts({ saved, mine }: { saved: string; mine: string }) {
  return (
    <div className="mt-3 grid gap-3 md:grid-cols-2">
      <Version title="Saved text" text={saved} />
      <Version title="Your text" text={mine} />
    </div>
  )
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 text-xs font-semibold text-ink">{title}</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-64 overflow-auto rounded-md border border-line bg-panel p-3 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {text}
      </pre>
    </section>
  )
}
