import { useId } from 'react'
import { Field } from '../parts/input/Field.tsx'

const USUAL = ['default', 'staging', 'production']

/** One of the usual scopes, or any other word. */
export function ScopeField({ value, onChoose }: { value: string; onChoose: (scope: string) => void }) {
  const id = useId()
  return (
    <>
      <Field
        label="Scope"
        help="default, staging, production, or a name of your own."
        list={id}
        required
        autoComplete="off"
        value={value}
        onChange={event => onChoose(event.currentTarget.value.trim())}
      />
      <datalist id={id}>
        {USUAL.map(scope => (
          <option key={scope} value={scope} />
        ))}
      </datalist>
    </>
  )
}
