import fs from 'node:fs'
import path from 'node:path'
import { readBytes } from '../../store/files/read-file.ts'
import { findToolAgain } from '../../tools/find-tool.ts'
import { grantableSecrets, unsetSecrets } from '../../tools/run/grantable.ts'
import { findRuntime } from '../../tools/runtime/find-runtime.ts'
import { viewTool } from '../../tools/view-tool.ts'
import { implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import type { Readiness, ReadyStep } from './model.ts'
import { readySteps } from './steps.ts'

export const ready = implement(() => contracts.ready, {
  async run(call, { name }) {
    const found = await findToolAgain(call, name)
    const runtime = findRuntime(call)
    const tool = await viewTool(call, found, runtime)
    const packages = found.place.source === 'package' ? undefined : missingPackages(found.place.folder)
    const grantable = await grantableSecrets(call, found)
    const unset = await unsetSecrets(call, found)
    const steps = readySteps({ tool, program: runtime.program, packages, grantable, unset })
    const open = steps.filter(({ done, optional }) => !done && optional !== true).length
    return { name, ready: open === 0, open, steps }
  },
  render: renderReadiness,
})

/** Of those that the tool's own package.json needs. */
function missingPackages(folder: string): string[] | undefined {
  const bytes = readBytes(path.join(folder, 'package.json'))
  if (bytes === undefined) return undefined
  const needed = Object.keys(Object(dependenciesIn(bytes)) as object)
  return needed.filter(name => !fs.existsSync(path.join(folder, 'node_modules', ...name.split('/'), 'package.json')))
}

function dependenciesIn(bytes: Buffer): unknown {
  try {
    return (Object(JSON.parse(bytes.toString('utf8'))) as { dependencies?: unknown }).dependencies
  } catch {
    // What cannot be read needs nothing; the tool itself says what is wrong with it.
    return undefined
  }
}

export function renderReadiness({ name, ready: isReady, open, steps }: Readiness): string {
  const head = isReady ? `${name} is ready to run.` : `${name} needs ${open === 1 ? 'one step' : `${open} steps`} more.`
  return [head, '', ...steps.map(line)].join('\n')
}

function line({ done, title, detail, command }: ReadyStep): string {
  const more = detail === undefined ? '' : `: ${detail}`
  return `- [${done ? 'x' : ' '}] ${title}${more}${done || command === undefined ? '' : `\n  \`${command}\``}`
}
