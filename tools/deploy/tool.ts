import process from 'node:process'
import { defineTool } from '../_shared/tool.ts'
import { byCommand } from './by-command.ts'
import { byGit } from './by-git.ts'
import { byRender } from './by-render.ts'
import { meta } from './meta.ts'
import type { Input, Outcome, Provider } from './model.ts'

const PROVIDERS: Readonly<Record<Input['provider'], Provider>> = { render: byRender, git: byGit, command: byCommand }

defineTool<Input>({
  meta,
  async run(input, context) {
    const { ok, error, ...outcome } = await PROVIDERS[input.provider](input, context)
    const data = dataOf(input, outcome)
    return ok ? { ok, data } : { ok, error: error ?? `The deploy ended as ${outcome.status}.`, data }
  },
})

function dataOf(input: Input, outcome: Omit<Outcome, 'ok' | 'error'>) {
  const { environment, provider, action, ref, milestone } = input
  const url = outcome.url ?? input.url
  const summary = {
    environment,
    action,
    status: outcome.status,
    by: provider,
    ...(ref !== undefined && { ref }),
    ...(outcome.commit !== undefined && { commit: outcome.commit }),
    ...(outcome.deploy_id !== undefined && { deploy: outcome.deploy_id }),
    ...(outcome.previous !== undefined && { previous: outcome.previous }),
    ...(url !== undefined && { url }),
  }
  return {
    ...outcome,
    ...(url !== undefined && { url }),
    environment,
    provider,
    action,
    ...(milestone !== undefined && { milestone }),
    // The record of this very run, for whoever links to it.
    interaction: process.env['FURROW_RUN_ID'] ?? null,
    ...(outcome.previous !== undefined && { rollback: rollbackOf(input, outcome.previous) }),
    summary,
  }
}

/** The input that takes this deploy back. */
function rollbackOf({ milestone: _, ref: __, ...input }: Input, previous: string): Input {
  return { ...input, action: 'rollback', deploy_id: previous }
}
