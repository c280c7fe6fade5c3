/** What went wrong, as far as the words of a log tell. */
export const FAILURES = ['compile error', 'test failure', 'lint', 'timeout', 'failure'] as const
export type FailureType = (typeof FAILURES)[number]

const SIGNS: readonly (readonly [FailureType, RegExp])[] = [
  [
    'compile error',
    /\berror TS\d+|\berror\[E\d+\]|SyntaxError|TypeError: Cannot find module|cannot find (?:module|package|symbol)|undefined reference|compilation (?:failed|error)|does not compile/i,
  ],
  [
    'test failure',
    /^\s*(?:FAIL|not ok|✗|×|❯)\b|\btests? failed\b|AssertionError|expected .{1,80} (?:to|but|got)|--- FAIL:/im,
  ],
  ['lint', /\b(?:eslint|biome|prettier|clippy|ruff|golangci|stylelint)\b|lint(?:ing)? (?:error|failed)|\blint\/\w+/i],
  ['timeout', /\btimed? ?out\b|ETIMEDOUT|deadline exceeded/i],
]

/** The first sign in order of the table: a compiler's error explains the tests that then fail. */
export function failureType(text: string): FailureType {
  return SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? 'failure'
}

const ERROR =
  /\berror\b|\berr!|\bfail(?:ed|ure|s)?\b|exception|\bpanic|\bfatal\b|traceback|\bnot ok\b|[✗×✖]|denied|refused|\btimed? ?out\b/i
const SUMMARY =
  /^\s*(?:\d+ (?:errors?|failed)|found \d+ errors?|npm err!|error: (?:command|script|process)|exit (?:code|status))/i
const PAINT = /\u001b\[[0-9;?]*[ -/]*[@-~]/g

const MOST_LINES = 40
const LAST_LINES = 20
const LINE_LENGTH = 400

/** The lines that say what is wrong, each once; the last ones of a log that has no such line. */
export function errorLines(lines: readonly string[]): string[] {
  const plain = lines.map(line => line.replace(PAINT, '').trimEnd().slice(0, LINE_LENGTH)).filter(line => line !== '')
  const wrong = [...new Set(plain.filter(line => ERROR.test(line)))]
  return wrong.length > 0 ? wrong.slice(0, MOST_LINES) : plain.slice(-LAST_LINES)
}

/** The line that a title is made of: the first that says something of its own. */
export function firstError(lines: readonly string[]): string | undefined {
  const wrong = errorLines(lines).filter(line => ERROR.test(line))
  return (wrong.find(line => !SUMMARY.test(line)) ?? wrong[0])?.trim()
}
