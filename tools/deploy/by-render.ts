import { pause } from '../_shared/http.ts'
import { optionalSecret, secret } from '../_shared/secrets.ts'
import type { ToolContext } from '../_shared/tool.ts'
import { commitOf } from './by-git.ts'
import type { Input, Outcome, Provider } from './model.ts'
import { type Deploy, isOver, isSuccess, type Render, renderAt } from './render-api.ts'

const RENDER = 'https://api.render.com/v1'

/** Starts a deploy, or the return to one, and watches it until it is live or has failed. */
export const byRender: Provider = async (input, context) => {
  const render = renderAt({
    base: optionalSecret('RENDER_API_URL') ?? RENDER,
    key: secret('RENDER_API_KEY'),
    service: secret('RENDER_SERVICE_ID'),
    signal: context.signal,
    timeoutSeconds: input.answer_seconds,
  })
  context.progress('Asking Render', 0)
  const history = await render.deploys()
  const started = await start(input, { render, history, root: context.root })
  context.log(`${input.action} ${started.id} of ${input.environment} is ${started.status}`)
  const ended = await watch(render, started, { input, context })
  const before = runningBefore(history, started.id)
  const url = await render.url().catch(() => undefined)
  return outcomeOf(ended, { previous: before?.id, url })
}

interface Circumstances {
  render: Render
  history: readonly Deploy[]
  root: string
}

async function start(input: Input, { render, history, root }: Circumstances): Promise<Deploy> {
  if (input.action === 'deploy')
    return render.deploy(input.ref === undefined ? undefined : await commitOf(root, input.ref))
  const current = history.find(({ status }) => status === 'live')
  // What was live once and was replaced is `deactivated`; anything else never worked.
  const target = input.deploy_id ?? history.find(({ status, id }) => status === 'deactivated' && id !== current?.id)?.id
  if (target === undefined) throw new Error('There is no earlier deploy to roll back to.')
  return render.rollback(target)
}

function runningBefore(history: readonly Deploy[], id: string): Deploy | undefined {
  return history.find(deploy => deploy.status === 'live' && deploy.id !== id)
}

/** So many failed looks in a row mean that Render is away; the deploy itself goes on. */
const PATIENCE = 5

async function watch(
  render: Render,
  started: Deploy,
  { input, context }: { input: Input; context: ToolContext },
): Promise<Deploy> {
  const until = Date.now() + input.timeout_seconds * 1000
  let [deploy, failures] = [started, 0]
  while (!isOver(deploy)) {
    if (Date.now() > until) throw new Error(`${deploy.id} is still ${deploy.status} after ${input.timeout_seconds} s.`)
    await pause(input.poll_seconds, context.signal)
    try {
      const next = await render.look(deploy.id)
      if (next.status !== deploy.status) context.progress(saying(next), percentOf(next))
      ;[deploy, failures] = [next, 0]
    } catch (error) {
      failures += 1
      context.log(error instanceof Error ? error.message : String(error), 'stderr')
      if (failures >= PATIENCE) throw error
    }
  }
  return deploy
}

const STEPS = ['created', 'queued', 'build_in_progress', 'pre_deploy_in_progress', 'update_in_progress', 'live']

function percentOf({ status }: Deploy): number {
  return Math.max(0, Math.round((STEPS.indexOf(status) / (STEPS.length - 1)) * 100))
}

function saying({ id, status }: Deploy): string {
  return `${id}: ${status.replaceAll('_', ' ')}`
}

function outcomeOf(deploy: Deploy, more: { previous: string | undefined; url: string | undefined }): Outcome {
  const ok = isSuccess(deploy)
  return {
    ok,
    status: deploy.status,
    deploy_id: deploy.id,
    ...(!ok && { error: `Render ended ${deploy.id} as ${deploy.status.replaceAll('_', ' ')}.` }),
    ...(deploy.commit?.id !== undefined && { commit: deploy.commit.id }),
    ...(more.previous !== undefined && { previous: more.previous }),
    ...(more.url !== undefined && { url: more.url }),
  }
}
