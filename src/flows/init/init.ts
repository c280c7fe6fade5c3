import path from 'node:path'
import { type Call, implement } from '../../workspace/call.ts'
import { packageRoot } from '../../workspace/package-root.ts'
import * as contracts from '../contracts.ts'
import type { PlannedChange } from '../model.ts'
import { contributions } from './contributions.ts'
import { type FilePlan, planFile } from './plan.ts'

export const init = implement(contracts.init, {
  async run(call, { dry_run, uninstall }) {
    const changes = dry_run ? await preview(call, uninstall) : await apply(call, uninstall)
    const applied = !dry_run && changes.some(({ change }) => change !== 'unchanged' && change !== 'kept')
    return { changes, applied, next: dry_run ? 'furrow init' : uninstall ? 'furrow status' : 'furrow ui' }
  },
  render: ({ changes, applied, next }) =>
    [
      ...changes.map(({ path: file, change, note }) => `- ${WORDS[change]} ${file}: ${note}`),
      '',
      applied ? `Done. Next: \`${next}\`` : `Nothing was written. Next: \`${next}\``,
    ].join('\n'),
})

const WORDS: Readonly<Record<PlannedChange['change'], string>> = {
  create: 'new',
  update: 'changed',
  remove: 'removed',
  unchanged: 'as it was',
  kept: 'kept, because you edited it:',
}

async function preview(call: Call, uninstall: boolean): Promise<PlannedChange[]> {
  const texts = new Map<string, string | undefined>()
  for (const { file } of ours()) texts.set(file, (await call.store.read(file))?.bytes.toString('utf8'))
  return planAll(uninstall, file => texts.get(file)).map(({ change }) => change)
}

function apply(call: Call, uninstall: boolean): Promise<PlannedChange[]> {
  return call.store.transact(call, tx => {
    const text = (file: string) => tx.read(file)?.bytes.toString('utf8')
    return planAll(uninstall, text).map(({ change, after }) => {
      if (after === undefined) tx.remove(change.path)
      else if (change.change !== 'unchanged') tx.write(change.path, after)
      tx.describe(uninstall ? 'took back what init wrote' : 'connected coding agents')
      return change
    })
  })
}

function planAll(uninstall: boolean, text: (file: string) => string | undefined): FilePlan[] {
  return ours().map(contribution => planFile(contribution, text(contribution.file), uninstall))
}

function ours() {
  return contributions(path.join(packageRoot(), 'guides'))
}
