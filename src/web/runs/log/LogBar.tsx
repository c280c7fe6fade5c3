import { classes } from '../../parts/classes.ts'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { Icon } from '../../parts/text/Icon.tsx'
import { LEVEL_NAMES, LEVELS } from './model/levels.ts'
import type { LineLevel } from './model/log-lines.ts'

interface LogBarProps {
  readonly levels: ReadonlySet<LineLevel>
  readonly onLevel: (level: LineLevel) => void
  readonly query: string
  readonly onQuery: (query: string) => void
  /** `3 of 12`, `searching`; empty when nothing is searched. */
  readonly found: string
  readonly onStep: (by: 1 | -1) => void
  readonly over: boolean
  readonly follow: boolean
  readonly onFollow: (follow: boolean) => void
  readonly wrap: boolean
  readonly onWrap: () => void
  readonly onDownload: () => void
}

/** Everything that can be done with a log, in one line above it. */
export function LogBar(props: LogBarProps) {
  return (
    <div className="no-print flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-ground px-3 py-2">
      <Levels levels={props.levels} onLevel={props.onLevel} />
      <Search {...props} />
      <div className="ml-auto flex items-center gap-0.5">
        <Follow {...props} />
        <IconButton icon="wrap" label="Wrap long lines" pressed={props.wrap} onClick={props.onWrap} />
        <IconButton icon="download" label="Download the log" onClick={props.onDownload} />
      </div>
    </div>
  )
}

/** A log that has ended can only be gone through; there is nothing to pause. */
function Follow({ over, follow, onFollow }: LogBarProps) {
  if (over && follow) return null
  return (
    <Button
      size="small"
      kind={follow ? 'quiet' : 'normal'}
      icon={follow ? 'pause' : over ? 'right' : 'play'}
      title={follow ? 'Stop following the end' : over ? 'Go to the end' : 'Follow the end'}
      onClick={() => onFollow(!follow)}
      className="min-w-20"
    >
      {follow ? 'Pause' : over ? 'To the end' : 'Follow'}
    </Button>
  )
}

function Levels({ levels, onLevel }: Pick<LogBarProps, 'levels' | 'onLevel'>) {
  const all = levels.size === LEVEL_NAMES.length
  return (
    <fieldset className="flex gap-1 max-sm:order-last max-sm:basis-full">
      <legend className="sr-only">Levels shown</legend>
      {LEVEL_NAMES.map(level => {
        const on = levels.has(level)
        const { word, icon } = LEVELS[level]
        return (
          <button
            key={level}
            type="button"
            aria-pressed={on}
            onClick={() => onLevel(level)}
            className={classes(
              'inline-flex h-7 items-center gap-1 rounded-sm border px-2 text-xs',
              on && !all ? 'border-sprout/40 bg-sprout-wash text-sprout' : 'border-line text-soft hover:text-ink',
              !on && 'line-through',
            )}
          >
            {icon && <Icon name={icon} size={12} />}
            {word}
          </button>
        )
      })}
    </fieldset>
  )
}

function Search({ query, onQuery, found, onStep }: Pick<LogBarProps, 'query' | 'onQuery' | 'found' | 'onStep'>) {
  return (
    <search data-filter className="flex min-w-36 flex-1 items-center gap-1">
      <div className="relative min-w-0 flex-1">
        <Icon name="search" size={14} className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
        <input
          type="search"
          aria-label="Search the log"
          placeholder="Search the log"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={event => onQuery(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') {
              // The browser would empty the field; leaving it keeps what was searched.
              event.preventDefault()
              event.currentTarget.blur()
            }
          }}
          className="h-8 w-full rounded-md border border-line-strong/60 bg-panel pr-2 pl-8 text-sm placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
        />
      </div>
      <span role="status" className={classes('tabular text-center text-xs text-soft', found !== '' && 'min-w-16')}>
        {found}
      </span>
      {found !== '' && (
        <>
          <IconButton icon="up" label="Previous match" onClick={() => onStep(-1)} />
          <IconButton icon="down" label="Next match" onClick={() => onStep(1)} />
        </>
      )}
    </search>
  )
}
