import { command } from '../_shared/utils.ts'
import { commitOf } from './by-git.ts'
import type { Provider } from './model.ts'

/** Whatever the command does is the deploy; its exit code is the verdict. */
export const byCommand: Provider = async (input, context) => {
  if (input.command === undefined) throw new Error('Say what deploys it: --command "…"')
  const commit = await commitOf(context.root, input.ref ?? 'HEAD').catch(() => undefined)
  context.progress(`${input.action === 'deploy' ? 'Deploying' : 'Rolling back'} ${input.environment}`, 0)
  const { code, output, timed_out } = await command(input.command, {
    cwd: context.root,
    signal: context.signal,
    timeoutSeconds: input.timeout_seconds,
    onLine: (line, level) => context.log(line, level),
    env: {
      DEPLOY_ENVIRONMENT: input.environment,
      DEPLOY_ACTION: input.action,
      DEPLOY_REF: input.ref ?? '',
      DEPLOY_ID: input.deploy_id ?? '',
    },
  })
  const shown = commit === undefined ? {} : { commit, deploy_id: commit }
  if (timed_out) return { ok: false, status: 'timed_out', error: 'The command took longer than it may.', ...shown }
  if (code === 0) return { ok: true, status: 'done', ...shown }
  const last = output.filter(line => line.trim() !== '').at(-1) ?? ''
  return { ok: false, status: 'failed', error: `The command ended with exit code ${code}: ${last}`, ...shown }
}
