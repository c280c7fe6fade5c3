import process from 'node:process'

/** A secret that Furrow gave this run; one that is missing says how to set it. */
export function secret(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === '')
    throw new Error(`${name} is not set. Set it with: furrow secrets set ${name}`)
  return value
}

export function optionalSecret(name: string): string | undefined {
  return process.env[name] || undefined
}
