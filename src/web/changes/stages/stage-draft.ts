/** Names the text of a stage while it is written in this browser. */
export function stageDraftName(change: string, stage: string): string {
  return `${change}.${stage}`
}
