import fs from 'node:fs'

/** A figure of a fault test: shown here, and collected by `npm run faults` into one table. */
export function figure(test: string, what: string, value: number | string): void {
  console.log(`${test}  ${what}: ${value}`)
  const file = process.env.FURROW_FIGURES
  if (file !== undefined) fs.appendFileSync(file, `${JSON.stringify({ test, what, value })}\n`)
}
