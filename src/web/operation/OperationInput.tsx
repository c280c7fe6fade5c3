import { Field, Select, Switch } from '../parts/input/Field.tsx'
import { TextArea } from '../parts/input/TextArea.tsx'
import type { OperationField } from './fields.ts'

interface OperationInputProps {
  readonly field: OperationField
  readonly value: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

const HELP: Readonly<Partial<Record<OperationField['kind'], string>>> = { lines: 'One per line.', json: 'As JSON.' }

/** One input of an operation, by the kind of its schema. */
export function OperationInput({ field, value, error, onValue }: OperationInputProps) {
  const help = [field.help, HELP[field.kind]].filter(Boolean).join(' ')
  const described = { label: field.label, error, ...(help !== '' && { help }) }
  if (field.kind === 'switch')
    return (
      <Switch
        label={field.label}
        on={value === 'true'}
        onSwitch={on => onValue(String(on))}
        {...(help !== '' && { help })}
      />
    )
  if (field.kind === 'choice')
    return (
      <Select
        label={field.label}
        value={value}
        options={[...(field.required ? [] : ['']), ...field.choices].map(each => ({ value: each, label: each }))}
        onChoose={onValue}
      />
    )
  if (field.kind === 'text' || field.kind === 'lines' || field.kind === 'json')
    return (
      <TextArea
        {...described}
        mono={field.kind === 'json'}
        rows={field.kind === 'text' ? 6 : 3}
        value={value}
        onChange={event => onValue(event.currentTarget.value)}
      />
    )
  return (
    <Field
      {...described}
      type={field.kind === 'secret' ? 'password' : 'text'}
      {...(field.kind === 'number' && { inputMode: 'decimal' as const })}
      value={value}
      onChange={event => onValue(event.currentTarget.value)}
    />
  )
}
