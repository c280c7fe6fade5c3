import type { CallToolResult } from '@modelcontextprotocol/server'

type Answers = typeof import('./mcp-answer.ts')

/** Loaded with the first answer: a list of tools needs none of it, and starts sooner without. */
function answers(): Promise<Answers> {
  return import('./mcp-answer.ts')
}

export async function answerOf(...given: Parameters<Answers['answerOf']>): Promise<CallToolResult> {
  return (await answers()).answerOf(...given)
}

export async function failed(...given: Parameters<Answers['failed']>): Promise<CallToolResult> {
  return (await answers()).failed(...given)
}

export async function unknownAction(...given: Parameters<Answers['unknownAction']>): Promise<CallToolResult> {
  return (await answers()).unknownAction(...given)
}
