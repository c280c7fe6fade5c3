import { Field, Segments, Select, Switch } from '../../parts/input/Field.tsx'
import { CHANGE_STATUS_LABELS, changeStageWord } from '../change-labels.ts'
import { CHANGE_STATUS_FILTERS, type ChangesSearch } from '../change-params.ts'
import type { Flow } from '../change-types.ts'

interface FiltersProps {
  readonly search: ChangesSearch
  readonly flows: readonly Flow[]
  readonly onChange: (next: { [K in keyof ChangesSearch]: string }) => void
}

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  ...CHANGE_STATUS_FILTERS.map(value => ({ value: value as string, label: CHANGE_STATUS_LABELS[value].word })),
]
const LOOKS = [
  { value: 'flow', label: 'By flow' },
  { value: 'stage', label: 'By stage' },
] as const

/** What the board shows; every choice stands in the address. */
export function Filters({ search, flows, onChange }: FiltersProps) {
  return (
    <search data-filter className="mb-5 flex flex-wrap items-center gap-2">
      <Field
        label="Filter changes"
        hideLabel
        type="search"
        placeholder="Filter by words of the description"
        className="min-w-52 flex-1 max-sm:basis-full"
        value={search.q ?? ''}
        onChange={event => onChange({ q: event.currentTarget.value })}
      />
      <Select
        label="Status"
        hideLabel
        value={search.status ?? ''}
        options={STATUS_OPTIONS}
        onChoose={status => onChange({ status })}
      />
      <Select
        label="Type"
        hideLabel
        value={search.type ?? ''}
        options={options(
          'Any type',
          flows.map(({ type }) => type),
        )}
        onChoose={type => onChange({ type })}
      />
      <Select
        label="Size"
        hideLabel
        value={search.size ?? ''}
        options={options(
          'Any size',
          flows.map(({ size }) => size),
        )}
        onChoose={size => onChange({ size })}
      />
      <Segments
        label="Columns of the board"
        value={search.by ?? 'flow'}
        options={LOOKS}
        onChoose={by => onChange({ by: by === 'stage' ? 'stage' : '' })}
      />
      <div className="ml-1">
        <Switch label="History" on={search.history === 'on'} onSwitch={on => onChange({ history: on ? 'on' : '' })} />
      </div>
    </search>
  )
}

function options(any: string, values: readonly string[]): { value: string; label: string }[] {
  return [{ value: '', label: any }, ...[...new Set(values)].map(value => ({ value, label: changeStageWord(value) }))]
}
