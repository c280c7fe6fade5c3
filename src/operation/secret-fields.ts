import type { OperationEntry } from './manifest.ts'

type Input = Readonly<Record<string, unknown>>

/** Inputs whose value is never written down, shown or repeated: those with the schema `SecretText`. */
export function secretFields({ input }: Pick<OperationEntry, 'input'>): string[] {
  return Object.entries(input.properties ?? {}).flatMap(([field, schema]) =>
    schema['x-furrow'] === 'secret' ? [field] : [],
  )
}

/** An input that may be kept. */
export function withoutSecrets(entry: Pick<OperationEntry, 'input'>, input: Input): Input {
  const secret = secretFields(entry)
  if (secret.length === 0) return input
  return Object.fromEntries(Object.entries(input).filter(([field]) => !secret.includes(field)))
}
