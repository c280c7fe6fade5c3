import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type { McpClient } from '../session/client.ts'

/** What a fixture may reach for beside its arguments. */
export interface FixtureContext {
  readonly ctx: ServerContext
  readonly client: McpClient
  changed(kind: 'tools' | 'prompts'): void
}

export interface ToolFixture {
  readonly description: string
  readonly inputSchema?: Readonly<Record<string, unknown>> & { readonly type: 'object' }
  run(
    args: Readonly<Record<string, unknown>>,
    around: FixtureContext,
  ): Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult
}

export const RED_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
export const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='

export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] }
}

export function objectOf(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object' as const, properties, required: Object.keys(properties) }
}

export function waitMs(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
