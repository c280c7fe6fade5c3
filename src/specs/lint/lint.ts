import type { OutputOf } from '../../operation/contract.ts'
import { printSarif } from '../../operation/sarif.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { requireSpec } from '../spec-file.ts'
import { decisions } from '../spec-ports.ts'
import { brokenLinks } from '../trace/broken-links.ts'
import { traceOf } from '../trace/coverage.ts'
import { sectionsInFiles } from '../write/texts.ts'
import { conflictsIn } from './conflicts.ts'
import { findingsIn } from './findings.ts'

export const lint = implement(() => contracts.lint, {
  async run(call, { format }) {
    await call.store.settled()
    const files = filesOf(call)
    requireSpec(files)
    const parts = sectionsInFiles(files)
    const trace = traceOf(parts, { decisions: await call.port(decisions) })
    const findings = [...conflictsIn(files), ...findingsIn(parts), ...brokenLinks(trace, parts)]
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
