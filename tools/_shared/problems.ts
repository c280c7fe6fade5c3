/** A place that a compiler, a linter or a test runner points at. */
export interface Problem {
  file: string
  line?: number
  column?: number
  severity: 'error' | 'warning'
  message: string
  code?: string
}

type Groups = Record<string, string | undefined>

/** What says all on one line, one row each. */
const SHAPES: readonly RegExp[] = [
  // tsc: src/a.ts(3,5): error TS2322: Type ...
  /^(?<file>[^\s(][^(]*)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning) (?<code>\w+): (?<message>.+)$/,
  // tsc --pretty: src/a.ts:3:5 - error TS2322: Type ...
  /^(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+) - (?<severity>error|warning) (?<code>\w+): (?<message>.+)$/,
  // maven: [ERROR] /src/A.java:[3,5] message
  /^\[(?<severity>ERROR|WARNING)\] (?<file>[^:[\]]+):\[(?<line>\d+),(?<column>\d+)\] (?<message>.+)$/,
  // kotlin: e: file:///src/A.kt:3:5 message
  /^(?<severity>[ew]): (?:file:\/\/)?(?<file>[^:\s]+):(?<line>\d+):(?<column>\d+):? (?<message>.+)$/,
  // gcc and clang, with the switch that a warning goes by: a.c:3:5: warning: message [-Wunused]
  /^(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+): (?:fatal )?(?<severity>error|warning): (?<message>.+?)(?: \[(?<code>-W[\w=+-]+)\])?$/,
  // go build, go vet, biome, rollup: a.go:3:5: message; a note belongs to what is before it
  /^(?:vet: )?(?<file>(?!\d+:)[^\s:][^:]*):(?<line>\d+):(?<column>\d+):? (?:fatal )?(?<severity>error|warning)?:? ?(?!note\b|- note\b)(?<message>.+)$/,
  // javac, with the lint that a warning goes by: A.java:3: warning: [unchecked] message
  /^(?<file>[^\s:][^:]*):(?<line>\d+): (?<severity>error|warning): (?:\[(?<code>[a-z-]+)\] )?(?<message>.+)$/,
  // the linker: a.c:(.text+0x12): undefined reference to `x'
  /^(?:\S*ld(?:\.\w+)?: )?(?<file>[^\s:]+):\(\.\w[^)]*\): (?<message>undefined reference .+)$/,
  // make: make: *** [Makefile:3: all] Error 1, or a line that it cannot read
  /^make(?:\[\d+\])?: \*\*\* (?=(?<message>\[.+\] Error \d+))\[(?<file>[^:\]]+):(?<line>\d+): /,
  /^(?<file>[^\s:]*[Mm]akefile[^\s:]*):(?<line>\d+): \*\*\* (?<message>.+?)\.?\s*Stop\.$/,
  // pytest: FAILED tests/test_a.py::test_b - assert ...
  /^FAILED (?<file>[^:\s]+)::(?<message>.+)$/,
]

/** What says what is wrong on one line, and where on one of the next. */
interface Pair {
  readonly what: RegExp
  readonly where: RegExp
  /** How many lines there may be between the two. */
  readonly between: number
}

const PAIRS: readonly Pair[] = [
  // rustc and cargo
  {
    what: /^(?<severity>error|warning)(?:\[(?<code>\w+)\])?: (?<message>.+)$/,
    where: /^\s*--> (?<file>[^:]+):(?<line>\d+):(?<column>\d+)$/,
    between: 0,
  },
  // esbuild, and vite with it: ✘ [ERROR] message, then the place with a colon at its end
  {
    what: /^[✘▲X]? ?\[(?<severity>ERROR|WARNING)\] (?<message>.+?)(?: \[(?<code>[a-z-]+)\])?$/,
    where: /^\s+(?<file>[^\s:][^:]*):(?<line>\d+):(?<column>\d+):$/,
    between: 1,
  },
  // vite build: [plugin] message, then "file: /a/b.ts:3:5"
  {
    what: /^(?:\[vite[^\]]*\]:? )?(?:error during build|(?<message>.*(?:Error|Unexpected|Could not|Expected).*)):?$/,
    where: /^file: (?<file>[^:]+):(?<line>\d+):(?<column>\d+)$/,
    between: 1,
  },
  // cmake: CMake Error at CMakeLists.txt:3 (message):
  {
    what: /^CMake (?<severity>Error|Warning)(?: \(dev\))? at (?<file>[^:]+):(?<line>\d+) \([^)]*\):$/,
    where: /^ {2}(?<message>\S.*)$/,
    between: 0,
  },
  // node: the place, the code with a caret below it, and then the name of the error
  {
    what: /^(?:file:\/\/)?(?<file>\/[^:]+):(?<line>\d+)$/,
    where: /^(?<message>(?:\w*Error)(?: \[\w+\])?: .+)$/,
    between: 4,
  },
]

/** Python: the last place of a trace, and the line without an indent that ends it. */
const TRACE_FILE = /^ +File "(?<file>[^"]+)", line (?<line>\d+)/
const TRACE_END = /^(?<message>(?:[\w.]+(?:Error|Exception|Interrupt|Exit|Warning|Iteration)|[\w.]+Error): ?.*)$/
const LONGEST_TRACE = 400

/** eslint's own form: the file on a line, its problems below: "  3:5  error  message  rule". */
const STYLISH_FILE = /^(?<file>(?:\/|\.{0,2}[\w@.-]+[/\\])?\S.*\.\w{1,5})$/
const STYLISH_ROW =
  /^\s+(?<line>\d+):(?<column>\d+)\s+(?<severity>error|warning)\s+(?<message>.+?)(?:\s{2,}(?<code>[\w@/-]+))?$/

const ANSI = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const MOST = 200
const LONGEST_LINE = 4000

/** The places that an output points at, in its order, each once; files below `root` by their path from there. */
export function problemsIn(output: readonly string[], root?: string): Problem[] {
  const lines = output.map(line => line.replace(ANSI, '').trimEnd().slice(0, LONGEST_LINE))
  const seen = new Set<string>()
  const found: Problem[] = []
  for (const [index, line] of lines.entries()) {
    if (found.length === MOST) break
    const groups = pairAt(lines, index) ?? traceAt(lines, index) ?? rowAt(lines, index) ?? firstShape(line)
    if (groups === undefined) continue
    const problem = problemOf(groups, root)
    const key = `${problem.file}:${problem.line}:${problem.column}:${problem.message}`
    if (!seen.has(key)) found.push(problem)
    seen.add(key)
  }
  return found
}

/** How many there are of each kind. */
export function countProblems(problems: readonly Problem[]): { errors: number; warnings: number } {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: problems.length - errors }
}

function pairAt(lines: readonly string[], index: number): Groups | undefined {
  for (const { what, where, between } of PAIRS) {
    const first = what.exec(lines[index] ?? '')?.groups
    if (first === undefined) continue
    for (let next = index + 1; next <= index + 1 + between; next += 1) {
      const second = where.exec(lines[next] ?? '')?.groups
      if (second !== undefined) return { ...second, ...defined(first) }
    }
  }
  return undefined
}

function traceAt(lines: readonly string[], index: number): Groups | undefined {
  const place = TRACE_FILE.exec(lines[index] ?? '')?.groups
  if (place === undefined) return undefined
  for (let next = index + 1; next < Math.min(lines.length, index + LONGEST_TRACE); next += 1) {
    const line = lines[next] ?? ''
    // Another place of the same trace comes first: this one was only on the way.
    if (TRACE_FILE.test(line)) return undefined
    const end = TRACE_END.exec(line)?.groups
    if (end !== undefined) return { ...place, ...end }
    if (line !== '' && !/^\s/.test(line)) return undefined
  }
  return undefined
}

function rowAt(lines: readonly string[], index: number): Groups | undefined {
  const row = STYLISH_ROW.exec(lines[index] ?? '')?.groups
  if (row === undefined) return undefined
  for (let before = index - 1; before >= 0; before -= 1) {
    const line = lines[before] ?? ''
    if (STYLISH_ROW.test(line)) continue
    const file = STYLISH_FILE.exec(line)?.groups
    return file === undefined ? undefined : { ...row, ...file }
  }
  return undefined
}

function firstShape(line: string): Groups | undefined {
  for (const pattern of SHAPES) {
    const groups = pattern.exec(line)?.groups
    if (groups !== undefined) return groups
  }
  return undefined
}

function defined(groups: Groups): Groups {
  return Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))
}

function problemOf({ file = '', line, column, severity, message = '', code }: Groups, root?: string): Problem {
  return {
    file: within(file, root),
    ...(line !== undefined && { line: Number(line) }),
    ...(column !== undefined && { column: Number(column) }),
    severity: /^w/i.test(severity ?? '') ? 'warning' : 'error',
    message: message.trim(),
    ...(code !== undefined && { code }),
  }
}

function within(file: string, root: string | undefined): string {
  const path = file.trim().replace(/^\.\//, '')
  return root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path
}
