import type { OperationInput } from '../input.ts'
import type { OperationEntry } from '../manifest.ts'

/** Inputs whose value is never written down, shown or repeated: those with the schema `SecretText`. */
export function secretFields({ input }: Pick<OperationEntry, 'input'>): string[] {
  return Object.entries(input.properties ?? {}).flatMap(([field, schema]) =>
    schema['x-furrow'] === 'secret' ? [field] : [],
  )
}

/** An input that may be kept. */
export function withoutSecrets(entry: Pick<OperationEntry, 'input'>, input: OperationInput): OperationInput {
  const secret = secretFields(entry)
  if (secret.length === 0) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !secret.includes(field)))
}
