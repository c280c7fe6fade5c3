import { useMemo, useState } from 'react'
import type { Tool, Values } from '../types.ts'
import { errorsIn, type FieldError, readJson } from './errors.ts'
import { fieldsOf, type ShownField, visibleFields } from './fields.ts'
import { initialOf, inputOf, type Typed } from './values.ts'

export interface ToolForm {
  /** Those that show now; none for a tool without a layout. */
  readonly fields: readonly ShownField[] | undefined
  readonly typed: Typed
  readonly json: string
  readonly asJson: boolean
  readonly jsonProblem: string | undefined
  readonly errors: readonly FieldError[]
  errorOf(key: string): string | undefined
  change(key: string, value: unknown): void
  leave(key: string): void
  write(json: string): void
  switchTo(json: boolean): void
  fillWith(input: Values): void
  /** The input when it can be sent; else every error shows. */
  submit(): Values | undefined
  /** The input without what may not be kept. */
  keepable(): Values
}

/** The state of one tool's form: what was typed, what of it was left, what is wrong with it. */
export function useForm(tool: Tool, earlier: Values | undefined): ToolForm {
  const all = useMemo(() => fieldsOf(tool), [tool])
  const [typed, setTyped] = useState<Typed>(() => initialOf(all ?? [], earlier))
  const [json, setJson] = useState(() => printed(earlier ?? {}))
  const [byHand, setByHand] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState(false)

  const asJson = all === undefined || byHand
  const fields = all === undefined ? undefined : visibleFields(all, inputOf(all, typed))
  const input = inputOf(fields ?? [], typed)
  const errors = errorsIn(fields ?? [], input)
  const read = readJson(json)
  const secrets = new Set((all ?? []).filter(({ control }) => control === 'secret').map(({ key }) => key))

  return {
    fields,
    typed,
    json,
    asJson,
    jsonProblem: 'problem' in read ? read.problem : undefined,
    errors: sent && !asJson ? errors : [],
    errorOf: key => (sent || left.has(key) ? errors.find(error => error.key === key)?.message : undefined),
    change: (key, value) => setTyped(now => ({ ...now, [key]: value })),
    leave: key => setLeft(now => new Set([...now, key])),
    write: setJson,
    switchTo(toJson) {
      if (toJson) setJson(printed(input))
      else if ('input' in read) setTyped(initialOf(all ?? [], read.input))
      setByHand(toJson)
    },
    fillWith(values) {
      setTyped(initialOf(all ?? [], values))
      setJson(printed(values))
      setLeft(new Set())
      setSent(false)
    },
    submit() {
      setSent(true)
      if (asJson) return 'input' in read ? read.input : undefined
      return errors.length === 0 ? input : undefined
    },
    keepable() {
      const whole = asJson ? ('input' in read ? read.input : {}) : input
      return Object.fromEntries(Object.entries(whole).filter(([key]) => !secrets.has(key)))
    },
  }
}

function printed(input: Values): string {
  return JSON.stringify(input, undefined, 2)
}
