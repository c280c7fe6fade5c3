import path from 'node:path'
import { shell } from '../../shared/shell/shell.ts'
import { isInside } from '../../store/files/contain.ts'
import type { Call } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import { openWork } from '../status/open-work.ts'
import type { HookAnswer } from './model.ts'
import { wasWarned } from './warned.ts'

/** Warns, or by config blocks, when code is edited and no change is active. */
export async function beforeEdit(
  call: Call,
  { files, session }: { files: readonly string[]; session?: string | undefined },
): Promise<HookAnswer> {
  const policy = readConfig(call).get('hooks.edit').value
  if (policy === 'off' || !concernsCode(call, files)) return { action: 'none' }
  await call.store.settled()
  const { work, damaged } = openWork(call)
  if (work !== undefined) return { action: 'none' }
  const [bad] = damaged
  const why = bad === undefined ? 'No change is active here' : `${bad.title}, so no change is known to be active`
  const fix = bad?.fix ?? shell`furrow start "<what>"`
  const text = `${why}. Before you edit code: \`${fix}\`${bad === undefined ? ' (tool furrow_start)' : ''}.`
  if (policy === 'block') return { action: 'block', text }
  return wasWarned(call, session) ? { action: 'none' } : { action: 'warn', text }
}

/** The texts of the pipelines themselves may be edited at any time, and so may everything outside the workspace. */
const OWN = /^(?:sdd|\.sow|\.sdlc)(?:\/|$)/

function concernsCode({ workspace: { root } }: Call, files: readonly string[]): boolean {
  if (files.length === 0) return true
  return files.some(file => {
    const place = path.resolve(root, file)
    return isInside(root, place) && !OWN.test(path.relative(root, place).replaceAll(path.sep, '/'))
  })
}
