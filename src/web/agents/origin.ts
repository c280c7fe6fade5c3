/** `interaction:build/20260102-101500-a1b` as words, with the page that shows it. */
export function agentOrigin(origin: string | undefined): { text: string; href?: string } | undefined {
  if (origin === undefined) return undefined
  const [, tool, id] = /^interaction:([^/]+)\/(.+)$/.exec(origin) ?? []
  if (tool === undefined || id === undefined) return { text: origin }
  return { text: `a result of ${tool}`, href: `/tools/${encodeURIComponent(tool)}?run=${encodeURIComponent(id)}` }
}
