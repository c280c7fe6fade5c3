import type { ReactNode } from 'react'
import type { Control as Kind } from '../../../shared/form/field.ts'
import { Icon } from '../../parts/text/Icon.tsx'
import { type ControlProps, describedBy, idOf } from './control-props.ts'
import { FileControl } from './FileControl.tsx'
import { GroupControl, ListControl, VariantsControl } from './NestedControls.tsx'
import {
  AreaControl,
  CheckControl,
  CodeControl,
  LineControl,
  MultiControl,
  RangeControl,
  SelectControl,
} from './SimpleControls.tsx'

/** One field of a tool's form, whatever its kind: label, control, help, error. */
export function Control(props: ControlProps) {
  const { field, at } = props
  const Inner = CONTROLS[field.control]
  if (field.control === 'fixed') return null
  if (field.control === 'checkbox')
    return (
      <div className="min-w-0">
        <div className="flex items-start gap-2.5">
          <Inner {...props} />
          <label htmlFor={idOf(at)} className="text-sm font-medium">
            <Label {...props} />
          </label>
        </div>
        <Notes {...props} />
      </div>
    )
  if (GROUPED.includes(field.control))
    return (
      <fieldset className="min-w-0" aria-describedby={describedBy(props)}>
        <legend className="mb-1.5 text-sm font-medium">
          <Label {...props} />
        </legend>
        <Inner {...props} />
        <Notes {...props} />
      </fieldset>
    )
  return (
    <div className="min-w-0">
      <label htmlFor={idOf(at)} id={`${idOf(at)}-label`} className="mb-1.5 block text-sm font-medium">
        <Label {...props} />
      </label>
      <Inner {...props} />
      <Notes {...props} />
    </div>
  )
}

/** Several controls under one name. */
const GROUPED: readonly Kind[] = ['multi-select', 'date_range', 'group', 'list', 'variants']

function Label({ field }: ControlProps) {
  return (
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
}

function Notes({ field, at, error }: ControlProps) {
  const id = idOf(at)
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

const CONTROLS: Readonly<Record<Kind, (props: ControlProps) => ReactNode>> = {
  text: props => <LineControl {...props} type="text" />,
  number: props => <LineControl {...props} type="number" />,
  date: props => <LineControl {...props} type="date" />,
  secret: props => <LineControl {...props} type="password" />,
  file: props => (
    <FileControl {...props}>
      <LineControl {...props} type="text" />
    </FileControl>
  ),
  textarea: AreaControl,
  code: CodeControl,
  json: CodeControl,
  select: SelectControl,
  'multi-select': MultiControl,
  checkbox: CheckControl,
  date_range: RangeControl,
  fixed: () => null,
  group: props => <GroupControl {...props} part={Control} />,
  list: props => <ListControl {...props} part={Control} />,
  variants: props => <VariantsControl {...props} part={Control} />,
}
