import type { ToolContext } from '../_shared/tool.ts'

export interface Input {
  environment: string
  ref?: string
  provider: 'render' | 'git' | 'command'
  action: 'deploy' | 'rollback'
  deploy_id?: string
  remote?: string
  branch: string
  command?: string
  url?: string
  milestone?: string
  poll_seconds: number
  answer_seconds: number
  timeout_seconds: number
}

/** What came of it, whoever carried it out. */
export interface Outcome {
  ok: boolean
  error?: string
  status: string
  deploy_id?: string
  commit?: string
  /** What was there before, to go back to. */
  previous?: string
  url?: string
}

export type Provider = (input: Input, context: ToolContext) => Promise<Outcome>
