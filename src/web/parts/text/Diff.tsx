import { classes } from '../classes.ts'

const LOOKS: readonly (readonly [RegExp, string])[] = [
  [/^(?:\+\+\+|---|diff |index )/, 'font-medium text-soft'],
  [/^@@/, 'text-sky'],
  [/^\+/, 'bg-sprout-wash text-ink'],
  [/^-/, 'bg-rust-wash text-ink'],
]

/** A unified diff; what came and went is told by its sign, the colour only helps. */
export function Diff({ text, label }: { text: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-80 overflow-auto rounded-md border border-line bg-panel py-1.5 font-mono text-xs leading-5"
    >
      <div className="w-max min-w-full">
        {text.split('\n').map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat and never move
          <div key={index} className={classes('min-h-5 px-3 whitespace-pre', lookOf(line))}>
            {line}
          </div>
        ))}
      </div>
    </section>
  )
}

function lookOf(line: string): string {
  return LOOKS.find(([start]) => start.test(line))?.[1] ?? 'text-soft'
}
