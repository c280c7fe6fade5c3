import { type ComponentProps, useId } from 'react'
import { classes } from '../classes.ts'
import { Labelled, type LabelledProps } from './Labelled.tsx'

const BOX =
  'h-9 w-full rounded-md border border-line-strong/70 bg-panel px-3 text-sm text-ink placeholder:text-faint max-sm:h-10'

type FieldProps = LabelledProps & Omit<ComponentProps<'input'>, keyof LabelledProps>

/** One line of text with its label, help and error. */
export function Field({ label, help, error, hideLabel, className, ...props }: FieldProps) {
  return (
    <Labelled {...{ label, help, error, hideLabel, className }}>
      {described => <input {...props} {...described} className={classes(BOX, error !== undefined && 'border-rust')} />}
    </Labelled>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChoose: (value: T) => void
  readonly hideLabel?: boolean
}

/** One of a few, as the browser's own list. */
export function Select<T extends string>({ label, value, options, onChoose, hideLabel }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={event => onChoose(event.currentTarget.value as T)}
        className={classes(BOX, 'pr-8')}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** One of two or three, all in view. */
export function Segments<T extends string>({
  label,
  value,
  options,
  onChoose,
  showLabel = false,
}: ChoiceProps<T> & { readonly showLabel?: boolean }) {
  const name = useId()
  const choice = (
    <fieldset className="inline-flex rounded-md border border-line bg-sunk p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(option => (
        <label
          key={option.value}
          className={classes(
            'relative inline-flex h-8 cursor-pointer items-center rounded-[6px] px-3 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus',
            option.value === value ? 'bg-panel font-medium text-ink shadow-sheet' : 'text-soft hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            // To click what is proposed is to choose it, whatever is proposed next.
            onClick={() => option.value === value && onChoose(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
  if (!showLabel) return choice
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {choice}
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly help?: string
  readonly on: boolean
  readonly onSwitch: (on: boolean) => void
}

export function Switch({ label, help, on, onSwitch }: SwitchProps) {
  const id = useId()
  return (
    <div className={classes('flex justify-between', help ? 'items-start gap-6' : 'items-center gap-3')}>
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="mt-0.5 text-soft">
            {help}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={help ? `${id}-help` : undefined}
        onClick={() => onSwitch(!on)}
        className={classes(
          'relative h-6 w-11 shrink-0 rounded-full border transition-colors',
          help && 'mt-0.5',
          on ? 'border-sprout-fill bg-sprout-fill' : 'border-line-strong bg-sunk',
        )}
      >
        <span
          className={classes(
            'absolute top-1/2 size-4 -translate-y-1/2 rounded-full transition-[left]',
            on ? 'left-[22px] bg-on-sprout' : 'left-[3px] bg-line-strong',
          )}
        />
      </button>
    </div>
  )
}
