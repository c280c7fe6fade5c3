import type * as z from 'zod'

/** What is wrong with a value, in plain words, where its contract has none of its own. */
export function issueMessage(issue: z.core.$ZodIssue): string {
  if (issue.message.endsWith('received undefined')) return 'is required'
  if (/^Too (?:big|small): /.test(issue.message)) return sizeMessage(issue) ?? issue.message
  if (!/^Invalid (?:input|option)\b/.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return `must be ${NAMES[issue.expected] ?? issue.expected}${received(issue)}`
  if (issue.code === 'invalid_value') return `must be one of: ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_union') return unionMessage(issue)
  return issue.message
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function received({ message, expected }: z.core.$ZodIssueInvalidType): string {
  const [, type = ''] = /received (\w+)$/.exec(message) ?? []
  const name = NAMES[type]
  return name === undefined || (expected === 'int' && type === 'number') ? '' : `, not ${name}`
}

function sizeMessage(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined
  const [limit, more, least] =
    issue.code === 'too_big' ? [issue.maximum, 'more than', 'at most'] : [issue.minimum, 'fewer than', 'at least']
  const of = { string: 'characters', array: 'entries', set: 'entries' }[String(issue.origin)]
  return of === undefined ? `must be ${least} ${limit}` : `has ${more} ${limit} ${of}`
}

/** Of several kinds of value, those that the value itself could have been. */
function unionMessage({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const kinds = errors.flatMap(([first]) =>
    first?.path.length === 0 && first.code === 'invalid_type' ? [NAMES[first.expected] ?? first.expected] : [],
  )
  if (kinds.length === errors.length) return `must be ${[...new Set(kinds)].join(' or ')}`
  const inner = errors.flatMap(issues => issues.slice(0, 1)).find(({ path }) => path.length > 0)
  return inner === undefined ? 'does not fit' : `${inner.path.join('.')} ${issueMessage(inner)}`
}
