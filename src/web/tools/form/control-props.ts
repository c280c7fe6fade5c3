import type { ShownField } from '../../../shared/form/field.ts'
import type { InputValues } from '../tool-types.ts'

export interface ControlProps {
  readonly tool: string
  readonly field: ShownField
  /** Where it is in the form: `title`, `servers.0.host`. */
  readonly at: string
  readonly value: unknown
  /** The input so far, for choices that depend on it. */
  readonly input: InputValues
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  /** Of the parts of a group, a list or a shape. */
  readonly errorOf: (at: string) => string | undefined
  readonly onLeave: (at: string) => void
}

export function idOf(at: string): string {
  return `field-${at}`
}

export function describedBy({ field, at, error }: Pick<ControlProps, 'field' | 'at' | 'error'>): string | undefined {
  const id = idOf(at)
  return [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
}
