import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { callOperation } from '../../api/call.ts'
import { problemFor } from '../../api/problem.ts'
import { classes } from '../../parts/classes.ts'
import { type ControlProps, describedBy, idOf } from './control-props.ts'

const CodeEditor = lazy(() => import('../editor/CodeEditor.tsx'))

const BOX =
  'w-full rounded-md border border-line-strong/70 bg-panel px-3 text-sm text-ink placeholder:text-faint aria-invalid:border-rust'
export const BOX_LINE = `${BOX} h-9 max-sm:h-10`

/** What every single control says of itself. */
function common(props: ControlProps) {
  const { field, at, error, onBlur } = props
  return {
    id: idOf(at),
    onBlur,
    'aria-describedby': describedBy(props),
    'aria-invalid': error !== undefined || undefined,
    'aria-required': field.required || undefined,
  }
}

/** The keyboard of a phone follows the format. */
const INPUTS: Readonly<Record<string, string>> = { email: 'email', uri: 'url', url: 'url' }

interface LineControlProps extends ControlProps {
  readonly type: 'text' | 'password' | 'number' | 'date'
}

export function LineControl({ type, ...props }: LineControlProps) {
  const { field, value, onChange } = props
  return (
    <input
      {...common(props)}
      type={type === 'number' || type === 'text' ? (INPUTS[field.schema.format ?? ''] ?? 'text') : type}
      {...(type === 'number' && { inputMode: field.schema.type === 'integer' ? 'numeric' : 'decimal' })}
      autoComplete={type === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
      placeholder={field.placeholder}
      value={String(value ?? '')}
      onChange={event => onChange(event.currentTarget.value)}
      className={BOX_LINE}
    />
  )
}

export function AreaControl(props: ControlProps) {
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
export function CodeControl(props: ControlProps) {
  const { field, at, value, onChange, onBlur, error } = props
  return (
    <Suspense fallback={<AreaControl {...props} />}>
      <CodeEditor
        id={idOf(at)}
        labelledBy={`${idOf(at)}-label`}
        describedBy={describedBy(props)}
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
    queryFn: ({ signal }) =>
      callOperation('tool.options', { name: tool, field: field.key, input: { ...input } }, { signal }),
    enabled: field.optionsFrom !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    options: asked.data?.options ?? field.options,
    problem: asked.isError ? problemFor(asked.error).message : undefined,
    onFocus: () => field.optionsFrom !== undefined && void asked.refetch(),
  }
}

/** Why there are no choices, or only those of before. */
function OptionsProblem({ text }: { text: string }) {
  return (
    <p role="alert" className="mt-1 basis-full text-xs break-words text-rust">
      {text}
    </p>
  )
}

export function SelectControl(props: ControlProps) {
  const { field, value, onChange } = props
  const { options, problem, onFocus } = useOptions(props)
  const current = String(value ?? '')
  return (
    <>
      <select
        {...common(props)}
        onFocus={onFocus}
        value={current}
        onChange={event => onChange(event.currentTarget.value)}
        className={`${BOX_LINE} pr-8`}
      >
        {(!field.required || current === '') && <option value="">{field.placeholder ?? 'Choose…'}</option>}
        {current !== '' && !options.includes(current) && <option value={current}>{current}</option>}
        {options.map(option => (
          <option key={option} value={option}>
            {field.optionLabels?.[option] ?? option}
          </option>
        ))}
      </select>
      {problem && <OptionsProblem text={problem} />}
    </>
  )
}

export function MultiControl(props: ControlProps) {
  const { at, value, onChange, onBlur } = props
  const { options, problem, onFocus } = useOptions(props)
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const toggle = (option: string) =>
    onChange(chosen.includes(option) ? chosen.filter(each => each !== option) : [...chosen, option])
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {options.length === 0 && problem === undefined && <p className="text-xs text-faint">No choices.</p>}
      {problem && <OptionsProblem text={problem} />}
      {options.map((option, index) => (
        <label key={option} className="inline-flex min-h-6 items-center gap-2">
          <input
            {...(index === 0 && { id: idOf(at) })}
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={() => toggle(option)}
            onFocus={index === 0 ? onFocus : undefined}
            onBlur={onBlur}
            className="size-4 accent-sprout-fill"
          />
          {props.field.optionLabels?.[option] ?? option}
        </label>
      ))}
    </div>
  )
}

export function CheckControl(props: ControlProps) {
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

export function RangeControl({ at, value, onChange, onBlur }: ControlProps) {
  const range = Object(value ?? {}) as { start?: string; end?: string }
  const part = (name: 'start' | 'end', label: string): ReactNode => (
    <label className="min-w-0 flex-1 text-xs text-soft">
      {label}
      <input
        {...(name === 'start' && { id: idOf(at) })}
        type="date"
        value={range[name] ?? ''}
        onChange={event => onChange({ ...range, [name]: event.currentTarget.value })}
        onBlur={onBlur}
        className={classes(BOX_LINE, 'mt-1')}
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
