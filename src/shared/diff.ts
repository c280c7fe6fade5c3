/** One run of lines that a text lost, gained or kept. */
export interface DiffLine {
  readonly kind: ' ' | '-' | '+'
  readonly text: string
}

/** Above this many edits the shortest script is not searched for; the whole middle counts as replaced. */
const MOST_EDITS = 2000

/** A unified diff with three lines of context; empty when nothing differs. */
export function unifiedDiff(before: string, after: string, name: string): string {
  if (before === after) return ''
  const lines = diffLines(splitLines(before), splitLines(after))
  return [`--- ${name}`, `+++ ${name}`, ...hunks(lines)].join('\n')
}

/** The shortest edit script (Myers), after the common head and tail. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1
  const kept = (lines: readonly string[]): DiffLine[] => lines.map(text => ({ kind: ' ', text }))
  return [
    ...kept(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...kept(before.slice(before.length - tail)),
  ]
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const trace = shortestTrace(a, b)
  if (trace === undefined) return [...mark('-', a), ...mark('+', b)]
  const script: DiffLine[] = []
  let [x, y] = [a.length, b.length]
  for (let d = trace.length - 1; d >= 0 && (x > 0 || y > 0); d -= 1) {
    const furthest = trace[d] ?? new Map<number, number>()
    const k = x - y
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
    const fromX = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0)
    const fromY = fromX - (down ? k + 1 : k - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1
      y -= 1
      script.push({ kind: ' ', text: a[x] ?? '' })
    }
    if (d === 0) break
    if (down) {
      y -= 1
      script.push({ kind: '+', text: b[y] ?? '' })
    } else {
      x -= 1
      script.push({ kind: '-', text: a[x] ?? '' })
    }
  }
  return script.reverse()
}

function shortestTrace(a: readonly string[], b: readonly string[]): Map<number, number>[] | undefined {
  const furthest = new Map<number, number>([[1, 0]])
  const trace: Map<number, number>[] = []
  for (let d = 0; d <= Math.min(a.length + b.length, MOST_EDITS); d += 1) {
    trace.push(new Map(furthest))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1
      furthest.set(k, x)
      if (x >= a.length && x - k >= b.length) return trace
    }
  }
  return undefined
}

function mark(kind: '-' | '+', lines: readonly string[]): DiffLine[] {
  return lines.map(text => ({ kind, text }))
}

const CONTEXT = 3

function hunks(lines: readonly DiffLine[]): string[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ kind }) => kind !== ' '),
  )
  const out: string[] = []
  let [oldLine, newLine] = [1, 1]
  for (let index = 0; index < lines.length; index += 1) {
    if (near[index] === true && near[index - 1] !== true) out.push(header(lines, near, { index, oldLine, newLine }))
    const line = lines[index]
    if (line === undefined) continue
    if (near[index] === true) out.push(`${line.kind}${line.text}`)
    if (line.kind !== '+') oldLine += 1
    if (line.kind !== '-') newLine += 1
  }
  return out
}

function header(
  lines: readonly DiffLine[],
  near: readonly boolean[],
  { index, oldLine, newLine }: { index: number; oldLine: number; newLine: number },
): string {
  const end = near.indexOf(false, index)
  const hunk = lines.slice(index, end === -1 ? undefined : end)
  const count = (skip: string) => hunk.filter(({ kind }) => kind !== skip).length
  return `@@ -${oldLine},${count('+')} +${newLine},${count('-')} @@`
}

function splitLines(text: string): string[] {
  if (text === '') return []
  return text.replace(/\n$/, '').split('\n')
}
