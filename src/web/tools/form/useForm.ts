import { useMemo, useState } from 'react'
import type { ShownField } from '../../../shared/form/field.ts'
import { formFields } from '../../../shared/form/form-fields.ts'
import { partFields } from '../../../shared/form/secret-values.ts'
import type { Tool } from '../../../tools/model.ts'
import type { InputValues } from '../tool-types.ts'
import { errorsIn, type FieldError, readJsonError } from './errors.ts'
import { canShow, formInputOf, initialOf, type TypedValues } from './values.ts'
import { visibleFields } from './visible.ts'

export interface ToolForm {
  /** Those that show now; nothing where neither layout nor schema says what there is. */
  readonly fields: readonly ShownField[] | undefined
  readonly typed: TypedValues
  readonly json: string
  readonly asJson: boolean
  readonly jsonProblem: string | undefined
  readonly errors: readonly FieldError[]
  /** Of the part at a place: `title`, `servers.0.host`. */
  errorOf(key: string): string | undefined
  change(key: string, value: unknown): void
  leave(key: string): void
  write(json: string): void
  switchTo(json: boolean): void
  fillWith(input: InputValues): void
  /** Shows what the server found wrong with fields, until they are changed. */
  refuse(errors: readonly FieldError[]): void
  /** The input when it can be sent; else every error shows. */
  submit(): InputValues | undefined
  /** The input without what may not be kept. */
  keepable(): InputValues
}

/** The state of one tool's form: what was typed, what of it was left, what is wrong with it. */
export function useForm(tool: Tool, earlier: InputValues | undefined): ToolForm {
  const all = useMemo(() => formFields(tool), [tool])
  const [filled, setFilled] = useState(earlier)
  const [touched, setTouched] = useState<TypedValues>({})
  // Defaults are only known once the tool is trusted: they fill what nobody has touched.
  const typed = useMemo<TypedValues>(() => ({ ...initialOf(all ?? [], filled), ...touched }), [all, filled, touched])
  const refill = (values: InputValues) => {
    setFilled(values)
    setTouched({})
  }
  const [json, setJson] = useState(() => printed(earlier ?? {}))
  const [byHand, setByHand] = useState(
    () => all !== undefined && earlier !== undefined && !canShow(all, earlier, tool.input_schema),
  )
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)
  const [refused, setRefused] = useState<readonly FieldError[]>([])

  const asJson = all === undefined || byHand
  const fields = all === undefined ? undefined : visibleFields(all, formInputOf(all, typed))
  const fixed = (all ?? []).filter(({ control }) => control === 'fixed')
  const input = formInputOf([...fixed, ...(fields ?? [])], typed)
  const errors = [...errorsIn(fields ?? [], typed), ...refused]
  const read = readJsonError(json)
  const [unshown, setUnshown] = useState(false)

  return {
    fields,
    typed,
    json,
    asJson,
    jsonProblem: 'problem' in read ? read.problem : unshown ? UNSHOWN : undefined,
    errors: sent && !asJson ? errors : [],
    errorOf: key => (sent || left.has(key) ? errors.find(error => error.key === key)?.message : undefined),
    change(key, value) {
      setTouched(now => ({ ...now, [key]: value }))
      setRefused(now => now.filter(({ key: at }) => at !== key && !at.startsWith(`${key}.`)))
    },
    leave: key => setLeft(now => new Set([...now, key])),
    write(text) {
      setJson(text)
      setUnshown(false)
    },
    switchTo(toJson) {
      const lost = !toJson && 'input' in read && !canShow(all ?? [], read.input, tool.input_schema)
      setUnshown(lost)
      if (lost) return
      if (toJson) setJson(printed(input))
      else if ('input' in read) refill(read.input)
      setByHand(toJson)
    },
    fillWith(values) {
      refill(values)
      setJson(printed(values))
      setByHand(all !== undefined && !canShow(all, values, tool.input_schema))
      setUnshown(false)
      setLeft(new Set())
      setRefused([])
      setSent(false)
    },
    refuse(found) {
      const isShown = ({ key }: FieldError) => fields?.some(field => field.key === key.split('.')[0]) === true
      if (!asJson && found.every(isShown)) setRefused(found)
    },
    submit() {
      setSent(true)
      setRefused([])
      if (asJson) return 'input' in read ? read.input : undefined
      return errors.length === refused.length ? input : undefined
    },
    keepable() {
      const whole = asJson ? ('input' in read ? read.input : {}) : input
      return partFields(all ?? [], whole).shown
    },
  }
}

const UNSHOWN = 'The form has no field for a part of this, so it stays JSON.'

function printed(input: InputValues): string {
  return JSON.stringify(input, undefined, 2)
}
