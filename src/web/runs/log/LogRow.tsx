import { memo } from 'react'
import { classes } from '../../parts/classes.ts'
import { Icon } from '../../parts/text/Icon.tsx'
import { ansiSegments, markRanges, type StyledText, withoutAnsi } from './model/ansi.ts'
import type { Ranges } from './model/find-in-log.ts'
import { LEVELS } from './model/levels.ts'
import type { LogLine } from './model/log-lines.ts'

interface LogRowProps {
  readonly n: number
  readonly line: LogLine | undefined
  readonly find: ((text: string) => Ranges) | undefined
  readonly taken: boolean
  readonly current: boolean
  readonly wrap: boolean
  readonly href: string
}

/** One line: its number links to it, its level is a sign as well as a colour. */
export const LogRow = memo(function LogRow({ n, line, find, taken, current, wrap, href }: LogRowProps) {
  const level = LEVELS[line?.level ?? 'stdout'] ?? LEVELS.stdout
  return (
    <div
      className={classes(
        'flex min-h-5 leading-5',
        taken ? 'bg-mark/60' : level.row,
        current && 'shadow-[inset_2px_0_0_var(--color-sprout)]',
      )}
    >
      <a
        href={href}
        data-line={n}
        tabIndex={current ? 0 : -1}
        aria-label={label(n, line)}
        className="tabular w-[7ch] shrink-0 pr-2 text-right text-faint select-none hover:text-ink hover:underline focus-visible:-outline-offset-2"
      >
        {n}
      </a>
      <span className={classes('w-5 shrink-0 pt-[3px]', level.text)}>
        {level.icon && <Icon name={level.icon} size={13} />}
      </span>
      <span className={classes('pr-4', level.text, wrap ? 'break-all whitespace-pre-wrap' : 'whitespace-pre')}>
        {line === undefined ? '' : markRanges(ansiSegments(line.text), find?.(line.text) ?? []).map(piece)}
      </span>
    </div>
  )
})

function label(n: number, line: LogLine | undefined): string {
  if (line === undefined) return `Line ${n}, loading`
  const level = line.level === 'stdout' ? '' : `, ${LEVELS[line.level].word}`
  return `Line ${n}${level}: ${withoutAnsi(line.text).slice(0, 400)}`
}

function piece({ text, className, colour, background, marked }: StyledText, index: number) {
  const style = { ...(colour && { color: colour }), ...(background && { backgroundColor: background }) }
  if (marked)
    return (
      <mark key={index} className="rounded-[2px] bg-mark text-ink">
        {text}
      </mark>
    )
  if (className === '' && !colour && !background) return text
  return (
    <span key={index} className={className} style={style}>
      {text}
    </span>
  )
}
