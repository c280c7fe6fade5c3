import { aboutField, type Failure, type Reason } from '../../../operation/errors.ts'
import type { Paint } from './paint.ts'
import { sanitize } from './sanitize.ts'

/**
 * blocked  fix-login-redirect is still at tasks.
 *   fix    furrow change cancel fix-login-redirect
 */
export function failureText(failure: Failure, paint: Paint): string {
  const reasons = reasonsOf(failure)
  const details = detailsOf(failure)
  const labels = [failure.code, ...details.map(([label]) => `  ${label}`), '  fix']
  const width = Math.max(...labels.map(label => label.length)) + 2
  const line = (label: string, text: string, color = paint.dim) =>
    `${color(label.padEnd(width))}${sanitize(text).replaceAll('\n', `\n${' '.repeat(width)}`)}`
  return [
    ...reasons.flatMap(({ message, fix }) => [
      line(failure.code, message, paint.red),
      ...(fix === undefined ? [] : [line('  fix', fix)]),
    ]),
    ...details.map(([label, text]) => line(`  ${label}`, text)),
    '',
  ].join('\n')
}

/** Every reason of a guard, every field that did not fit, or the failure itself. */
function reasonsOf({ message, fix, details }: Failure): Pick<Reason, 'message' | 'fix'>[] {
  const reasons = listIn(details, 'reasons') as Reason[]
  if (reasons.length > 0) return reasons
  const issues = listIn(details, 'issues') as { field: string; message: string }[]
  const said = issues.length > 1 ? issues.map(({ field, message: wrong }) => aboutField(field, wrong)) : [message]
  return said.map((text, index) => ({
    message: text,
    ...(fix !== undefined && index === said.length - 1 && { fix }),
  }))
}

/** What else is worth a line: the address of a page, a revision, where a text was kept. */
function detailsOf({ details = {} }: Failure): [string, string][] {
  return Object.entries(details)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => [key, String(value)])
}

function listIn(details: Failure['details'], key: string): readonly unknown[] {
  const value = details?.[key]
  return Array.isArray(value) ? value : []
}
