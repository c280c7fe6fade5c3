/** Names the text of a stage while it is written in this browser. */
export function specDraftName(spec: string, stage: string): string {
  return `spec.${spec}.${stage}`
}
