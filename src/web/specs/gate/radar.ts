export interface RadarPoint {
  readonly x: number
  readonly y: number
}

/** Where a value from 0 to 100 of the n-th of so many axes stands, around the middle; the first axis points upwards. */
export function pointAt(
  value: number,
  { index, of, radius }: { index: number; of: number; radius: number },
): RadarPoint {
  const angle = (2 * Math.PI * index) / of - Math.PI / 2
  const distance = (radius * Math.min(100, Math.max(0, value))) / 100
  return { x: round(distance * Math.cos(angle)), y: round(distance * Math.sin(angle)) }
}

/** The points of a polygon through one value per axis. */
export function polygon(values: readonly number[], radius: number): string {
  return values
    .map((value, index) => pointAt(value, { index, of: values.length, radius }))
    .map(({ x, y }) => `${x},${y}`)
    .join(' ')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
