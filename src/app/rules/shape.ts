import type * as z from 'zod'
import { commandHelp } from '../../operation/command/command-line.ts'
import { aboutField, refuse } from '../../operation/errors.ts'
import { issueMessage } from '../../operation/input/issue-message.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import { didYouMean } from '../../operation/names/nearest.ts'
import { shell } from '../../shared/shell/shell.ts'

/** The one place where outside input becomes typed; every problem is named with its field. */
export function parseInput(entry: OperationEntry, schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input ?? {})
  if (result.success) return result.data
  throw misfit(
    entry,
    result.error.issues.map(issue => ({
      field: issue.path.join('.'),
      message: messageOf(entry, issue),
    })),
  )
}

function messageOf(entry: OperationEntry, issue: z.core.$ZodIssue): string {
  return issue.code === 'unrecognized_keys' ? unknownKeys(entry, issue.keys) : issueMessage(issue)
}

export function takesInput({ input }: OperationEntry): boolean {
  return Object.keys(input.properties ?? {}).length > 0
}

/** The same for an operation without inputs, where loading zod would take longer than all the rest. */
export function noInput(entry: OperationEntry, input: unknown): Record<string, never> {
  const given = input ?? {}
  if (typeof given !== 'object' || Array.isArray(given))
    throw misfit(entry, [{ field: '', message: 'The input must be an object.' }])
  const keys = Object.keys(given)
  if (keys.length > 0) throw misfit(entry, [{ field: '', message: unknownKeys(entry, keys) }])
  return {}
}

function misfit(entry: OperationEntry, issues: readonly { field: string; message: string }[]) {
  const { field = '', message = 'The input does not fit.' } = issues[0] ?? {}
  return refuse('usage', aboutField(field, message), {
    ...(field !== '' && { target: field }),
    fix: entry.cli === undefined ? shell`furrow reference` : commandHelp(entry.cli.path),
    details: { issues },
  })
}

function unknownKeys(entry: OperationEntry, keys: readonly string[]): string {
  const known = Object.keys(entry.input.properties ?? {})
  return keys.map(key => `There is no input ${JSON.stringify(key)}.${didYouMean(key, known)}`).join(' ')
}

/** Markdown for operations that bring no text of their own. */
export function toMarkdown(value: unknown, depth = 0): string {
  const indent = '  '.repeat(depth)
  if (Array.isArray(value)) return value.map(item => `${indent}- ${toMarkdown(item, depth + 1).trimStart()}`).join('\n')
  if (value === null || typeof value !== 'object') return `${indent}${String(value)}`
  return Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) =>
      item !== null && typeof item === 'object'
        ? `${indent}- ${key}:\n${toMarkdown(item, depth + 1)}`
        : `${indent}- ${key}: ${String(item)}`,
    )
    .join('\n')
}
