export interface Problem {
  file: string
  line?: number
  column?: number
  severity: 'error' | 'warning'
  message: string
  code?: string
}

/** How compilers, linters and test runners point at a place, one row each. */
const SHAPES: readonly RegExp[] = [
  // tsc: src/a.ts(3,5): error TS2322: Type ...
  /^(?<file>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<code>\w+): (?<message>.+)$/,
  // tsc --pretty: src/a.ts:3:5 - error TS2322: Type ...
  /^(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+) - (?<severity>error|warning) (?<code>\w+): (?<message>.+)$/,
  // gcc, clang, go vet, biome: a.c:3:5: error: message
  /^(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+):? (?:fatal )?(?<severity>error|warning)?:? ?(?<message>.+)$/,
  // javac: A.java:3: error: message
  /^(?<file>[^\s:][^:]*):(?<line>\d+): (?<severity>error|warning): (?<message>.+)$/,
  // go build: ./a.go:3:5: message
  /^(?<file>\.{0,2}\/?[\w./-]+\.go):(?<line>\d+):(?<column>\d+): (?<message>.+)$/,
  // pytest: FAILED tests/test_a.py::test_b - assert ...
  /^FAILED (?<file>[^:\s]+)::(?<message>.+)$/,
]

/** rustc and cargo say what first, and where on the next line. */
const RUST_WHAT = /^(?<severity>error|warning)(?:\[(?<code>\w+)\])?: (?<message>.+)$/
const RUST_WHERE = /^\s*--> (?<file>[^:]+):(?<line>\d+):(?<column>\d+)$/

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const MOST = 200

/** The places that an output points at, in its order, each once. */
export function problemsIn(lines: readonly string[]): Problem[] {
  const plain = lines.map(line => line.replace(ANSI, ''))
  const found = plain.flatMap((line, index) => rustAt(plain, index) ?? firstShape(line) ?? [])
  const keys = found.map(({ file, line, column, message }) => `${file}:${line}:${column}:${message}`)
  return found.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).slice(0, MOST)
}

function rustAt(lines: readonly string[], index: number): Problem | undefined {
  const what = RUST_WHAT.exec(lines[index] ?? '')?.groups
  const where = RUST_WHERE.exec(lines[index + 1] ?? '')?.groups
  return what === undefined || where === undefined ? undefined : problemOf({ ...what, ...where })
}

function firstShape(line: string): Problem | undefined {
  for (const pattern of SHAPES) {
    const groups = pattern.exec(line)?.groups
    if (groups !== undefined) return problemOf(groups)
  }
  return undefined
}

function problemOf({
  file = '',
  line,
  column,
  severity,
  message = '',
  code,
}: Record<string, string | undefined>): Problem {
  return {
    file: file.replace(/^\.\//, ''),
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
    severity: severity === 'warning' ? 'warning' : 'error',
    message: message.trim(),
    ...(code !== undefined && { code }),
  }
}
