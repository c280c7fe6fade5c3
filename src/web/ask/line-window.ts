import type { CitedLineRange } from './ask-params.ts'

/** As many lines as are shown at once: some before what is cited, and what follows it. */
const BEFORE = 200
const SHOWN = 1200

/** The part of a file around the lines that are cited, whole screens away from its middle. */
export function windowAround(lines: CitedLineRange | undefined, shift = 0): { from: number; to: number } {
  const start = Math.max(1, (lines?.[0] ?? 1) - BEFORE + shift * SHOWN)
  return { from: start, to: Math.max(start, lines?.[1] ?? 1) + SHOWN }
}

/** Whether the file says at these lines what it said when it was cited. */
export function isAsCited(
  { from, lines }: { readonly from: number; readonly lines: readonly string[] },
  cited: { readonly lines: CitedLineRange; readonly excerpt: string },
): boolean {
  const now = lines.slice(cited.lines[0] - from, cited.lines[1] - from + 1)
  const said = cited.excerpt.replace(/\n$/, '').split('\n')
  return said.every((line, index) => trimmed(now[index]) === trimmed(line))
}

function trimmed(line: string | undefined): string | undefined {
  return line?.trimEnd()
}
