/**
 * Plain data as block YAML, byte for byte as `printRoot` prints it, in a hundredth of the time; nothing where a text
 * would have to be quoted or folded. For records that are written while somebody waits.
 */
export function printPlain(value: Readonly<Record<string, unknown>>): string | undefined {
  const lines = linesOf(value)
  return lines?.join('\n')
}

type Lines = readonly string[] | undefined

/** What no reader takes for anything but a text: no number, no word of YAML, nothing that ends or begins something. */
const PLAIN = /^[A-Za-z/][\w/.@,()=+-]*(?: [\w/.@,()=+][\w/.@,()=+-]*)*$/
/** Ids of runs, versions and hashes may begin with a digit. */
const STAMP = /^\d{8}-\d{6}-[0-9a-z]{3}$|^\d+\.\d+\.\d+$|^[0-9a-f]*[a-df][0-9a-f]*$/
/** Older readers take it for more than a text, so it is quoted. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const WORD = /^(?:null|true|false|yes|no|on|off|y|n)$/i
const KEY = /^[A-Za-z_][\w-]{0,60}$/
const LONGEST = 200

/** A collection; an empty one is on the line of its key. */
function linesOf(value: object): Lines {
  return Array.isArray(value) ? itemsOf(value) : pairsOf(value)
}

function pairsOf(value: object): Lines {
  return together(
    Object.entries(value).filter(([, each]) => each !== undefined),
    ([key, each]) => {
      if (!KEY.test(key) || WORD.test(key)) return undefined
      const scalar = scalarOf(each)
      if (scalar !== undefined) return [`${key}: ${scalar}`]
      const below = isCollection(each) ? linesOf(each) : undefined
      return below && [`${key}:`, ...below.map(line => `  ${line}`)]
    },
  )
}

function itemsOf(values: readonly unknown[]): Lines {
  return together(values, each => {
    const scalar = scalarOf(each)
    if (scalar !== undefined) return [`- ${scalar}`]
    const below = isCollection(each) ? linesOf(each) : undefined
    return below?.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`)
  })
}

function together<Part>(parts: readonly Part[], print: (part: Part) => Lines): Lines {
  const all: string[] = []
  for (const part of parts) {
    const lines = print(part)
    if (lines === undefined) return undefined
    all.push(...lines)
  }
  return all
}

function isCollection(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** A value on the line of its key; nothing for what has lines of its own, and for what is not plain. */
function scalarOf(value: unknown): string | undefined {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined
  if (typeof value === 'string') return textOf(value)
  if (!isCollection(value) || Object.keys(value).length > 0) return undefined
  return Array.isArray(value) ? '[]' : '{}'
}

function textOf(text: string): string | undefined {
  if (TIME.test(text)) return `"${text}"`
  const isPlain = STAMP.test(text) || (PLAIN.test(text) && !WORD.test(text))
  return isPlain && text.length <= LONGEST ? text : undefined
}
