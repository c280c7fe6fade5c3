import type { ShellText } from '../../../shared/shell/shell.ts'
import { IconButton } from '../input/Button.tsx'
import { useCopy } from './useCopy.ts'

/** One command as a person types it, with a button that copies it. */
export function CopyLine(props: { text: ShellText; label?: string }) {
  return <CopyText {...props} />
}

/** One line that is not a command, such as a path. */
export function CopyText({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, copy] = useCopy()
  return (
    <div className="flex max-w-full items-center gap-1 rounded-md border border-line bg-sunk pr-1 pl-3 text-left">
      <code className="min-w-0 flex-1 py-1.5 font-mono text-[0.8125rem] break-words whitespace-pre-wrap text-ink">
        {text}
      </code>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? 'Copied' : label}
        className="size-7"
        onClick={() => copy(text)}
      />
    </div>
  )
}

/** Several lines of text as they are, with a button that copies them. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const [copied, copy] = useCopy()
  return (
    <div className="relative rounded-md border border-line bg-sunk">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <pre className="p-3.5 pr-12 font-mono text-[0.8125rem] leading-relaxed">{text}</pre>
      </section>
      <IconButton
        icon={copied ? 'check' : 'copy'}
        label={copied ? 'Copied' : `Copy ${label}`}
        className="absolute top-1.5 right-1.5 bg-sunk"
        onClick={() => copy(text)}
      />
    </div>
  )
}
