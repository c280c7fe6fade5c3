import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useManifest, useRead } from '../api/query.ts'
import { useStateOf } from '../api/state.ts'
import { sheet } from '../keys/sheet.ts'
import { classes } from '../parts/classes.ts'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { views } from '../parts/views/views.ts'
import { chooseTheme } from '../shell/prefs.ts'
import { type PaletteAction, type PaletteCommand, paletteCommands } from './commands.ts'
import { findableCommands } from './found.ts'
import { byGroup, type Match, match } from './match.ts'
import { useFound } from './useFound.ts'

const MOST = 40

export default function Palette({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const { data: runs } = useRead('run.list', { limit: 50 })
  const { data: manifest } = useManifest()
  const { data: tools } = useRead('tool.list', {})
  const { data: changes } = useRead('change.list', { limit: 50 })
  const { data: explorations } = useRead('exploration.list', {})
  const { data: features } = useRead('feature.list', {})
  const saved = useStateOf(views)
  const commands = useMemo(
    () =>
      paletteCommands({
        runs: runs?.runs ?? [],
        tools: tools?.tools ?? [],
        changes: changes?.changes ?? [],
        explorations: explorations?.projects ?? [],
        features: features?.features ?? [],
        manifest,
        views: saved,
      }),
    [saved, runs, tools, changes, explorations, features, manifest],
  )
  const written = useFound(query)
  const found = useMemo(
    () => byGroup(match(query, [...commands, ...findableCommands(written, query)]).slice(0, MOST)),
    [query, commands, written],
  )
  const act = useDeeds(onClose)
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(now => (now + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') {
      const command = found[chosen]?.command
      if (command) act(command.deed)
    } else return
    event.preventDefault()
  }
  return (
    <Dialog title="Command palette" onClose={onClose} bare>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Icon name="search" className="text-faint" />
        <input
          role="combobox"
          aria-label="Search for a page, a piece of work, a tool, a run or a command"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={found[chosen] && `${id}-${chosen}`}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run a command"
          value={query}
          onKeyDown={onKeyDown}
          onChange={event => {
            setQuery(event.currentTarget.value)
            setChosen(0)
          }}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-faint"
        />
      </div>
      <Results id={id} found={found} chosen={chosen} onChoose={command => act(command.deed)} />
    </Dialog>
  )
}

interface ResultsProps {
  readonly id: string
  readonly found: readonly Match<PaletteCommand>[]
  readonly chosen: number
  readonly onChoose: (command: PaletteCommand) => void
}

function Results({ id, found, chosen, onChoose }: ResultsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Commands" className="min-h-24 overflow-y-auto p-1.5">
      {found.length === 0 && <p className="px-3 py-8 text-center text-soft">No results</p>}
      {found.map((one, index) => {
        const first = found[index - 1]?.command.group !== one.command.group
        return (
          <div key={one.command.id} role="presentation">
            {first && (
              <p role="presentation" className="px-2.5 pt-2.5 pb-1 text-xs font-medium text-faint">
                {one.command.group}
              </p>
            )}
            <Option id={`${id}-${index}`} match={one} chosen={index === chosen} onChoose={onChoose} />
          </div>
        )
      })}
    </div>
  )
}

interface OptionProps {
  readonly id: string
  readonly match: Match<PaletteCommand>
  readonly chosen: boolean
  readonly onChoose: (command: PaletteCommand) => void
}

function Option({ id, match: { command, ranges }, chosen, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  if (chosen) row.current?.scrollIntoView({ block: 'nearest' })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above keeps the focus and acts on Enter
    // biome-ignore lint/a11y/useFocusableInteractive: chosen through aria-activedescendant of the field
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={() => onChoose(command)}
      className={classes(
        'flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1',
        chosen ? 'bg-sprout-wash' : 'hover:bg-hover',
      )}
    >
      <Icon name={command.icon} className={chosen ? 'text-sprout' : 'text-faint'} />
      <span className="min-w-0 flex-1 truncate">{emphasised(command.title, ranges)}</span>
      {command.hint && <span className="max-w-[45%] truncate font-mono text-xs text-soft">{command.hint}</span>}
    </div>
  )
}

function emphasised(title: string, ranges: Match<PaletteCommand>['ranges']) {
  if (ranges.length === 0) return title
  let at = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = title.slice(at, from)
    at = to
    return [before, <b key={from}>{title.slice(from, to)}</b>]
  })
  return [...parts, title.slice(at)]
}

function useDeeds(onClose: () => void): (deed: PaletteAction) => void {
  const navigate = useNavigate()
  return deed => {
    onClose()
    if (deed.kind === 'go') void navigate({ href: deed.path })
    else if (deed.kind === 'theme') chooseTheme(deed.theme)
    else sheet.set('help')
  }
}
