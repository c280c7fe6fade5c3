import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { call } from '../../api/call.ts'
import { problemOf } from '../../api/problem.ts'
import { classes } from '../../parts/classes.ts'
import { Icon } from '../../parts/Icon.tsx'
import type { Values } from '../types.ts'
import { FileControl } from './FileControl.tsx'
import type { Control as Kind, ShownField } from './fields.ts'

const CodeEditor = lazy(() => import('../editor/CodeEditor.tsx'))

export interface ControlProps {
  readonly tool: string
  readonly field: ShownField
  readonly value: unknown
  /** The input so far, for choices that depend on it. */
  readonly input: Values
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
}

export function idOf(key: string): string {
  return `field-${key}`
}

/** One field of a tool's form, whatever its kind: label, control, help, error. */
export function Control(props: ControlProps) {
  const { field, error } = props
  const Inner = CONTROLS[field.control]
  const grouped = field.control === 'multi-select' || field.control === 'date_range'
  const label = (
    <>
      {field.label}
      {field.required && (
        <span className="text-soft" title="required">
          {' '}
          <span aria-hidden="true">*</span>
          <span className="sr-only">required</span>
        </span>
      )}
    </>
  )
  if (field.control === 'checkbox')
    return (
      <div className="min-w-0">
        <div className="flex items-start gap-2.5">
          <Inner {...props} />
          <label htmlFor={idOf(field.key)} className="text-sm font-medium">
            {label}
          </label>
        </div>
        <Notes field={field} error={error} />
      </div>
    )
  if (grouped)
    return (
      <fieldset className="min-w-0" aria-describedby={describedBy(field, error)}>
        <legend className="mb-1.5 text-sm font-medium">{label}</legend>
        <Inner {...props} />
        <Notes field={field} error={error} />
      </fieldset>
    )
  return (
    <div className="min-w-0">
      <label htmlFor={idOf(field.key)} id={`${idOf(field.key)}-label`} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <Inner {...props} />
      <Notes field={field} error={error} />
    </div>
  )
}

function Notes({ field, error }: Pick<ControlProps, 'field' | 'error'>) {
  const id = idOf(field.key)
  return (
    <>
      {field.help && (
        <p id={`${id}-help`} className="mt-1.5 text-xs break-words text-faint">
          {field.help}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex items-center gap-1.5 text-sm text-rust">
          <Icon name="warning" size={14} /> {error}
        </p>
      )}
    </>
  )
}

export function describedBy(field: ShownField, error: string | undefined): string | undefined {
  const id = idOf(field.key)
  return [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}

const BOX =
  'w-full rounded-md border border-line-strong/70 bg-panel px-3 text-sm text-ink placeholder:text-faint aria-invalid:border-rust'
const LINE = `${BOX} h-9 max-sm:h-10`

/** What every single control says of itself. */
function common({ field, error, onBlur }: ControlProps) {
  return {
    id: idOf(field.key),
    onBlur,
    'aria-describedby': describedBy(field, error),
    'aria-invalid': error !== undefined || undefined,
    'aria-required': field.required || undefined,
  }
}

function LineControl({ type, ...props }: ControlProps & { type: 'text' | 'password' | 'number' }) {
  const { field, value, onChange } = props
  return (
    <input
      {...common(props)}
      type={type === 'number' ? 'text' : type}
      {...(type === 'number' && { inputMode: field.schema.type === 'integer' ? 'numeric' : 'decimal' })}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={field.placeholder}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
      className={LINE}
    />
  )
}

function AreaControl(props: ControlProps) {
  return (
    <textarea
      {...common(props)}
      rows={4}
      placeholder={props.field.placeholder}
      value={String(props.value ?? '')}
      onChange={event => props.onChange(event.currentTarget.value)}
      className={`${BOX} py-2`}
    />
  )
}

/** A plain field until the editor has come; what is typed meanwhile stays. */
function CodeControl(props: ControlProps) {
  const { field, value, onChange, onBlur, error } = props
  return (
    <Suspense fallback={<AreaControl {...props} />}>
      <CodeEditor
        id={idOf(field.key)}
        labelledBy={`${idOf(field.key)}-label`}
        describedBy={describedBy(field, error)}
        invalid={error !== undefined}
        language={field.language}
        placeholder={field.placeholder}
        value={String(value ?? '')}
        onChange={onChange}
        onBlur={onBlur}
      />
    </Suspense>
  )
}

/** Options from the layout or the schema, or as the tool itself gives them; asked again each time one goes there. */
function useOptions({ tool, field, input }: ControlProps) {
  const asked = useQuery({
    queryKey: ['tool.options', tool, field.key],
    queryFn: ({ signal }) => call('tool.options', { name: tool, field: field.key, input: { ...input } }, { signal }),
    enabled: field.optionsFrom !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    options: asked.data?.options ?? field.options,
    problem: asked.isError ? problemOf(asked.error).message : undefined,
    onFocus: () => field.optionsFrom !== undefined && void asked.refetch(),
  }
}

function SelectControl(props: ControlProps) {
  const { field, value, onChange } = props
  const { options, problem, onFocus } = useOptions(props)
  const current = String(value ?? '')
  return (
    <select
      {...common(props)}
      onFocus={onFocus}
      value={current}
      onChange={event => onChange(event.currentTarget.value)}
      className={`${LINE} pr-8`}
    >
      {(!field.required || current === '') && <option value="">{field.placeholder ?? 'Choose…'}</option>}
      {current !== '' && !options.includes(current) && <option value={current}>{current}</option>}
      {options.map(option => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
      {problem && <option disabled>{problem}</option>}
    </select>
  )
}

function MultiControl(props: ControlProps) {
  const { field, value, onChange, onBlur } = props
  const { options, problem, onFocus } = useOptions(props)
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string) =>
    onChange(chosen.includes(option) ? chosen.filter(each => each !== option) : [...chosen, option])
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {options.length === 0 && <p className="text-xs text-faint">{problem ?? 'No choices.'}</p>}
      {options.map((option, index) => (
        <label key={option} className="inline-flex min-h-6 items-center gap-2">
          <input
            {...(index === 0 && { id: idOf(field.key) })}
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
            onFocus={index === 0 ? onFocus : undefined}
            onBlur={onBlur}
            className="size-4 accent-sprout-fill"
          />
          {option}
        </label>
      ))}
    </div>
  )
}

function CheckControl(props: ControlProps) {
  return (
    <input
      {...common(props)}
      type="checkbox"
      checked={props.value === true}
      onChange={event => props.onChange(event.currentTarget.checked)}
      className="mt-0.5 size-4 accent-sprout-fill"
    />
  )
}

function RangeControl({ field, value, onChange, onBlur }: ControlProps) {
  const range = Object(value ?? {}) as { start?: string; end?: string }
  const part = (name: 'start' | 'end', label: string): ReactNode => (
    <label className="min-w-0 flex-1 text-xs text-soft">
      {label}
      <input
        {...(name === 'start' && { id: idOf(field.key) })}
        type="date"
        value={range[name] ?? ''}
        onChange={event => onChange({ ...range, [name]: event.currentTarget.value })}
        onBlur={onBlur}
        className={classes(LINE, 'mt-1')}
      />
    </label>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {part('start', 'From')}
      {part('end', 'To')}
    </div>
  )
}

const CONTROLS: Readonly<Record<Kind, (props: ControlProps) => ReactNode>> = {
  text: props => <LineControl {...props} type="text" />,
  number: props => <LineControl {...props} type="number" />,
  secret: props => <LineControl {...props} type="password" />,
  file: props => (
    <FileControl {...props}>
      <LineControl {...props} type="text" />
    </FileControl>
  ),
  textarea: AreaControl,
  code: CodeControl,
  select: SelectControl,
  'multi-select': MultiControl,
  checkbox: CheckControl,
  date_range: RangeControl,
}
