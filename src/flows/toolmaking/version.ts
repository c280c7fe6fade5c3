/** Whether a version is above another, by their first three numbers. */
export function isNewerVersion(version: string, before: string): boolean {
  const [now, then] = [numbersOf(version), numbersOf(before)]
  const at = now.findIndex((number, index) => number !== then[index])
  return at >= 0 && (now[at] ?? 0) > (then[at] ?? 0)
}

function numbersOf(version: string): number[] {
  const [, ...parts] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []
  return parts.map(Number)
}
