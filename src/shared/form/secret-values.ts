import type { JsonObject, ToolMeta } from '../../tools/model.ts'
import type { ShownField } from './field.ts'
import { formFields } from './form-fields.ts'

export interface SecretValue {
  /** Where it was: `password`, `server.password`. */
  readonly name: string
  readonly value: unknown
}

/** An input in two parts: what may be shown and kept, and the values of secret fields, which may not. */
export function partSecrets(
  meta: Pick<ToolMeta, 'form_layout' | 'input_schema'>,
  input: JsonObject,
): { readonly shown: JsonObject; readonly secrets: readonly SecretValue[] } {
  return partFields(formFields(meta) ?? [], input)
}

export function partFields(fields: readonly ShownField[], input: JsonObject) {
  const secrets: SecretValue[] = []
  const shown = withoutSecrets(fields, input, { at: '', found: secret => secrets.push(secret) })
  return { shown, secrets }
}

interface SecretWalk {
  readonly at: string
  readonly found: (secret: SecretValue) => void
}

function withoutSecrets(fields: readonly ShownField[], input: JsonObject, { at, found }: SecretWalk): JsonObject {
  let shown: JsonObject = { ...input }
  for (const field of fields) {
    const { key } = field
    const name = at === '' ? key : `${at}.${key}`
    // The shapes of the whole input have no property of their own.
    if (key === '') shown = withoutSecret(field, shown, { at, found }) as JsonObject
    else if (Object.hasOwn(shown, key) && field.control === 'secret') {
      found({ name, value: shown[key] })
      delete shown[key]
    } else if (Object.hasOwn(shown, key)) shown[key] = withoutSecret(field, shown[key], { at: name, found })
  }
  return shown
}

function withoutSecret(field: ShownField, value: unknown, { at, found }: SecretWalk): unknown {
  const { fields = [], item, variants = [] } = field
  if (item !== undefined && Array.isArray(value)) return itemsWithout(item, value, { at, found })
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  const inner = withoutSecrets(fields, value as JsonObject, { at, found })
  // Whichever shape it has: what one of them calls secret is taken out.
  return variants.reduce<unknown>((rest, variant) => withoutSecret(variant, rest, { at, found }), inner)
}

function itemsWithout(item: ShownField, values: readonly unknown[], { at, found }: SecretWalk): unknown[] {
  if (item.control !== 'secret')
    return values.map((each, index) => withoutSecret(item, each, { at: `${at}.${index}`, found }))
  values.forEach((value, index) => {
    found({ name: `${at}.${index}`, value })
  })
  return []
}
