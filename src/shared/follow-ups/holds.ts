import { type Condition, parseCondition } from './condition.ts'
import { pathValueAt } from './path.ts'
import type { Comparison } from './words.ts'

/** Whether a condition is true of a value. None always is; one that cannot be read never is. */
export function conditionHolds(condition: string | undefined, subject: unknown): boolean {
  if (condition === undefined) return true
  const parsed = parseCondition(condition)
  return 'problem' in parsed ? false : isTrue(evaluate(parsed, subject))
}

/**
 * Whether a condition may be true of a value: texts count as equal in any case where that makes it true, so that
 * `contains 'prod'` is true of `PROD`, and `!= 'staging'` of `Staging`.
 */
export function conditionMayHold(condition: string, subject: unknown): boolean {
  const parsed = parseCondition(condition)
  if ('problem' in parsed) return false
  return isTrue(evaluate(parsed, subject)) || isTrue(evaluateLoosely(parsed, subject, true))
}

/** With `wanted` false, texts count as different where that makes the condition around it true. */
function evaluateLoosely(condition: Condition, subject: unknown, wanted: boolean): unknown {
  switch (condition.kind) {
    case 'and':
      return condition.all.every(part => isTrue(evaluateLoosely(part, subject, wanted)))
    case 'or':
      return condition.all.some(part => isTrue(evaluateLoosely(part, subject, wanted)))
    case 'not':
      return !isTrue(evaluateLoosely(condition.of, subject, !wanted))
    case 'compare': {
      const anyCase = CASELESS.has(condition.by) && wanted !== (condition.by === '!=')
      const [left, right] = [condition.left, condition.right].map(part => evaluate(part, subject))
      return anyCase ? COMPARE[condition.by](lower(left), lower(right)) : COMPARE[condition.by](left, right)
    }
    default:
      return evaluate(condition, subject)
  }
}

const CASELESS: ReadonlySet<Comparison> = new Set(['==', '!=', 'contains'])

function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower)
  return typeof value === 'string' ? value.toLowerCase() : value
}

function evaluate(condition: Condition, subject: unknown): unknown {
  switch (condition.kind) {
    case 'value':
      return condition.value
    case 'path':
      return pathValueAt(subject, condition.steps)
    case 'compare':
      return COMPARE[condition.by](evaluate(condition.left, subject), evaluate(condition.right, subject))
    case 'and':
      return condition.all.every(part => isTrue(evaluate(part, subject)))
    case 'or':
      return condition.all.some(part => isTrue(evaluate(part, subject)))
    case 'not':
      return !isTrue(evaluate(condition.of, subject))
  }
}

const COMPARE: Readonly<Record<Comparison, (left: unknown, right: unknown) => boolean>> = {
  '==': same,
  '!=': (left, right) => !same(left, right),
  '<': (left, right) => order(left, right) < 0,
  '<=': (left, right) => order(left, right) <= 0,
  '>': (left, right) => order(left, right) > 0,
  '>=': (left, right) => order(left, right) >= 0,
  contains: (left, right) => {
    if (Array.isArray(left)) return left.some(item => same(item, right))
    return typeof left === 'string' && typeof right === 'string' && left.includes(right)
  },
}

/** Lists and objects are the same as nothing, not even as themselves. */
function same(left: unknown, right: unknown): boolean {
  return left === right && (left === null || typeof left !== 'object')
}

/** NaN where two values have no order, so that every comparison with it is false. */
function order(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN
  if (left === right) return 0
  return left < right ? -1 : 1
}

function isTrue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false && value !== 0 && value !== ''
}
