import { printSarif } from '../../lifecycle/sarif.ts'
import type { OutputOf } from '../../operation/contract.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/files.ts'
import * as contracts from '../contracts.ts'
import { requireSpec } from '../spec-file.ts'
import { partsIn } from '../texts.ts'
import { findingsIn } from './findings.ts'

export const lint = implement(contracts.lint, {
  async run(call, { format }) {
    await call.store.settled()
    const files = filesOf(call)
    requireSpec(files)
    const findings = findingsIn(partsIn(files))
    const blocking = findings.filter(({ level }) => level === 'block').length
    return { findings, blocking, format, version: call.manifest.version }
  },
  render: renderLint,
})

function renderLint({ findings, blocking, format, version }: OutputOf<typeof contracts.lint>): string {
  if (format === 'json') return JSON.stringify({ findings, blocking }, null, 2)
  if (format === 'sarif') return printSarif(findings, { version })
  if (findings.length === 0) return 'Nothing was found in the texts of the specification.'
  return [
    ...findings.map(
      ({ path, line, kind, level, message }) =>
        `${path}:${line} ${level === 'block' ? '**blocks**' : 'advises'} ${kind}: ${message}`,
    ),
    '',
    `${findings.length} found, ${blocking} of them blocking.`,
  ].join('\n')
}
