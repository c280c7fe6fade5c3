import { isObject } from '../../shared/is-object.ts'

/**
 * What a fixture expects of a result, compared leniently: every key it names has to be there with that value; a text
 * like `<string>` stands for any value of a type; a list stands for a list whose items are all like its one item.
 */
export function misfits(expected: unknown, actual: unknown, path = '$'): string[] {
  const type =
    typeof expected === 'string' ? /^<(string|number|boolean|object|array|null|any)>$/.exec(expected)?.[1] : undefined
  if (type !== undefined) return type === 'any' || typeOf(actual) === type ? [] : [`${path} is no ${type}`]
  if (Array.isArray(expected)) return listMisfits(expected, actual, path)
  if (isObject(expected)) {
    if (!isObject(actual)) return [`${path} is no object`]
    return Object.entries(expected).flatMap(([key, value]) =>
      misfits(value, Object.hasOwn(actual, key) ? actual[key] : undefined, `${path}.${key}`),
    )
  }
  return Object.is(expected, actual) ? [] : [`${path} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`]
}

function listMisfits(expected: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [`${path} is no array`]
  const [item] = expected
  if (expected.length === 1) return actual.flatMap((each, index) => misfits(item, each, `${path}[${index}]`))
  if (expected.length !== actual.length) return [`${path} has ${actual.length} items, not ${expected.length}`]
  return expected.flatMap((each, index) => misfits(each, actual[index], `${path}[${index}]`))
}

/** The shape of a value: what may differ from run to run is only a type. */
export function valueShapeOf(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.length === 0 ? '<array>' : [valueShapeOf(value[0], depth + 1)]
  if (!isObject(value)) return typeof value === 'boolean' && depth <= 1 ? value : `<${typeOf(value)}>`
  if (depth > 6) return '<object>'
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'duration_ms')
      .map(([key, item]) => [key, valueShapeOf(item, depth + 1)]),
  )
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
