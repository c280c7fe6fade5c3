import { useEffect, useRef, useState } from 'react'
import type { Citation } from '../../../ask/threads/model.ts'
import { useRead } from '../../api/query.ts'
import { classes } from '../../parts/classes.ts'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { useCopy } from '../../parts/text/useCopy.ts'
import { type CitedLineRange, spellLines } from '../ask-params.ts'

import { isAsCited, windowAround } from '../line-window.ts'

interface FilePaneProps {
  readonly path: string
  readonly lines: CitedLineRange | undefined
  readonly cited: Citation | undefined
  readonly onClose: () => void
}

/** A file as it is now, at the lines that were cited. It is only read here. */
export function FilePane({ path, lines, cited, onClose }: FilePaneProps) {
  const [shift, setShift] = useState(0)
  const file = useRead('ask.file', { path, ...windowAround(lines, shift) })
  const [copied, copy] = useCopy()
  const place = lines === undefined ? path : `${path}:${spellLines(lines)}`
  return (
    <section
      aria-label="File"
      className="flex min-w-0 flex-1 flex-col border-line xl:max-w-[46%] xl:border-l"
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <button
          type="button"
          onClick={onClose}
          className="inline-flex items-center gap-1 text-soft hover:text-ink xl:hidden"
        >
          <Icon name="left" /> Thread
        </button>
        <h2 className="min-w-0 flex-1 truncate font-mono text-xs" title={place}>
          {place}
        </h2>
        <IconButton
          icon={copied ? 'check' : 'copy'}
          label={copied ? 'Copied' : 'Copy path'}
          onClick={() => copy(place)}
        />
        <IconButton icon="cross" label="Close the file" onClick={onClose} className="max-xl:hidden" />
      </header>
      {file.isPending && <Loading rows={12} />}
      {file.isError && <ErrorBox error={file.error} retry={() => void file.refetch()} />}
      {file.isSuccess && (
        <>
          {cited !== undefined && shift === 0 && !isAsCited(file.data, cited) && (
            <p role="status" className="bg-amber-wash px-4 py-2 text-sm">
              These lines have changed since they were cited.
            </p>
          )}
          <Text file={file.data} lines={lines} label={place} />
          <Foot file={file.data} onShift={by => setShift(now => now + by)} />
        </>
      )}
    </section>
  )
}

interface FileExcerpt {
  readonly from: number
  readonly to: number
  readonly total: number
  readonly lines: readonly string[]
}

function Text({ file, lines, label }: { file: FileExcerpt; lines: CitedLineRange | undefined; label: string }) {
  const first = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    // Within the pane alone: the page itself stays where it is.
    const line = first.current
    if (line !== null && box.current !== null) box.current.scrollTop = line.offsetTop - box.current.clientHeight / 4
    box.current?.focus({ preventScroll: true })
  }, [])
  const isCited = (n: number) => lines !== undefined && n >= lines[0] && n <= lines[1]
  const width = String(file.to).length
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative min-h-0 flex-1 overflow-auto bg-sunk py-2 font-mono text-[0.8125rem] leading-[1.55]"
    >
      <div className="w-max min-w-full">
        {file.lines.map((text, index) => {
          const n = file.from + index
          return (
            <div
              key={n}
              ref={n === lines?.[0] ? first : undefined}
              data-line={n}
              data-cited={isCited(n) || undefined}
              className={classes('flex pr-4 whitespace-pre', isCited(n) && 'bg-mark')}
            >
              <span
                aria-hidden="true"
                className={classes('shrink-0 px-3 text-right select-none', isCited(n) ? 'text-ink' : 'text-faint')}
                style={{ width: `${width + 3}ch` }}
              >
                {n}
              </span>
              <span>{text === '' ? ' ' : text}</span>
            </div>
          )
        })}
      </div>
    </section>
  )
}

function Foot({ file, onShift }: { file: FileExcerpt; onShift: (by: 1 | -1) => void }) {
  if (file.from === 1 && file.to >= file.total) return null
  return (
    <footer className="flex items-center justify-between gap-2 border-t border-line px-4 py-2 text-xs text-soft">
      <Button
        size="small"
        icon="up"
        reason={file.from === 1 ? 'This is the beginning' : undefined}
        onClick={() => onShift(-1)}
      >
        Earlier
      </Button>
      <span className="tabular">
        {file.from}–{file.to} of {file.total}
      </span>
      <Button
        size="small"
        icon="down"
        reason={file.to >= file.total ? 'This is the end' : undefined}
        onClick={() => onShift(1)}
      >
        Later
      </Button>
    </footer>
  )
}
