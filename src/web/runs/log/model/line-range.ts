export interface LineRange {
  readonly from: number
  readonly to: number
}

/** `120` or `120-140` in the address; the other way round reads the same. */
export function parseRange(text: string | undefined): LineRange | undefined {
  const [one, other] = (text ?? '').split('-').map(Number)
  if (one === undefined || !(one > 0)) return undefined
  const second = other === undefined || !(other > 0) ? one : other
  return { from: Math.min(one, second), to: Math.max(one, second) }
}

export function formatRange({ from, to }: LineRange): string {
  return from === to ? String(from) : `${from}-${to}`
}

/** A click takes one line; with Shift the range grows from the one that was taken first. */
export function takeLine(now: LineRange | undefined, n: number, extend: boolean): LineRange {
  if (!extend || now === undefined) return { from: n, to: n }
  return n < now.from ? { from: n, to: now.to } : { from: now.from, to: n }
}
