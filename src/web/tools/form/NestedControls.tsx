import type { ComponentType } from 'react'
import type { ShownField } from '../../../shared/form/field.ts'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { type ControlProps, idOf } from './control-props.ts'
import { fieldPath } from './errors.ts'
import { BOX_LINE } from './SimpleControls.tsx'
import { type ChosenVariant, type TypedValues, typedFrom } from './values.ts'

interface NestedProps extends ControlProps {
  /** How each part is shown, whatever its kind. */
  readonly part: ComponentType<ControlProps>
}

const INDENTED = 'space-y-4 border-l-2 border-line pl-4'

/** The fields of an object. One that may be left out is there when somebody adds it. */
export function GroupControl(props: NestedProps) {
  const { field, at, value, onChange } = props
  if (value === undefined)
    return (
      <Button
        id={idOf(at)}
        size="small"
        icon="plus"
        onClick={() => onChange(typedFrom({ ...field, required: true }, {}))}
      >
        Add {field.label}
      </Button>
    )
  return (
    <div className={INDENTED}>
      <Fields {...props} fields={field.fields ?? []} />
      {!field.required && (
        <Button size="small" kind="quiet" icon="trash" onClick={() => onChange(undefined)}>
          Leave {field.label} out
        </Button>
      )}
    </div>
  )
}

function Fields({
  fields,
  value,
  at,
  onChange,
  part: Part,
  ...shared
}: NestedProps & { fields: readonly ShownField[] }) {
  const typed = value as TypedValues
  return fields.map(field => {
    const place = fieldPath(at, field.key)
    return (
      <Part
        key={field.key}
        {...shared}
        field={field}
        at={place}
        value={typed[field.key]}
        error={shared.errorOf(place)}
        onChange={now => onChange({ ...typed, [field.key]: now })}
        onBlur={() => shared.onLeave(place)}
      />
    )
  })
}

export function ListControl({ part: Part, ...props }: NestedProps) {
  const { field, at, value, onChange } = props
  const { item } = field
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (item === undefined) return null
  const replace = (index: number, now: unknown) => onChange(items.map((each, place) => (place === index ? now : each)))
  return (
    <div className="space-y-3">
      {items.map((each, index) => {
        const place = fieldPath(at, index)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items have no name but their place
          <div key={index} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Part
                {...props}
                field={{
                  ...item,
                  label: item.schema.title ?? `${field.label} ${index + 1}`,
                  required: false,
                  ...kept(item),
                }}
                at={place}
                value={each}
                error={props.errorOf(place)}
                onChange={now => replace(index, now)}
                onBlur={() => props.onLeave(place)}
              />
            </div>
            <IconButton
              icon="trash"
              label={`Remove ${field.label} ${index + 1}`}
              onClick={() => onChange(items.filter((_, place) => place !== index))}
            />
          </div>
        )
      })}
      <Button
        id={idOf(at)}
        size="small"
        icon="plus"
        onClick={() => onChange([...items, typedFrom(item, item.default)])}
      >
        Add {items.length === 0 ? field.label : 'another'}
      </Button>
    </div>
  )
}

/** An item that is a group is there as long as it is in the list. */
function kept({ control }: ShownField): { required?: true } {
  return control === 'group' || control === 'variants' ? { required: true } : {}
}

/** Which of several shapes, then its own fields. */
export function VariantsControl({ part: Part, ...props }: NestedProps) {
  const { field, at, value, onChange } = props
  const chosen = value as ChosenVariant | undefined
  const variants = field.variants ?? []
  const options = variants.map(({ label }, index) => ({ place: String(index), label }))
  const variant = chosen === undefined ? undefined : variants[chosen.index]
  const choose = (index: number) => {
    const next = variants[index]
    onChange(next === undefined ? undefined : { index, typed: typedFrom(next, next.default) })
  }
  return (
    <div className="space-y-3">
      <select
        id={idOf(at)}
        aria-label={field.label === '' ? 'Kind' : `${field.label}: kind`}
        value={chosen === undefined ? '' : String(chosen.index)}
        onChange={event => choose(event.currentTarget.value === '' ? -1 : Number(event.currentTarget.value))}
        className={`${BOX_LINE} pr-8`}
      >
        {!field.required && <option value="">None</option>}
        {options.map(({ place, label }) => (
          <option key={place} value={place}>
            {label}
          </option>
        ))}
      </select>
      {chosen !== undefined && variant !== undefined && (
        <Shape {...props} part={Part} field={variant} value={chosen.typed} index={chosen.index} />
      )}
    </div>
  )
}

function Shape({ index, part: Part, ...props }: NestedProps & { index: number }) {
  const onChange = (typed: unknown) => props.onChange({ index, typed })
  if (props.field.control === 'group') return <GroupControl {...props} part={Part} onChange={onChange} />
  const place = fieldPath(props.at, 'value')
  return <Part {...props} at={place} error={props.errorOf(props.at)} onChange={onChange} />
}
