import type { OutputOf } from '../../operation/contract.ts'
import { refuse } from '../../operation/errors.ts'
import { printSarif } from '../../operation/sarif.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import * as contracts from '../contracts.ts'
import { requireSpec } from '../spec-file.ts'
import { decisions } from '../spec-ports.ts'
import { sectionsInFiles } from '../write/texts.ts'
import { idsInCode } from './code.ts'
import { traceOf } from './coverage.ts'
import type { Trace } from './model.ts'
import { gapsAsFindings, printMermaid, printTable } from './print.ts'

export const trace = implement(() => contracts.trace, {
  async run(call, { id, code, format }) {
    await call.store.settled()
    const files = filesOf(call)
    requireSpec(files)
    const whole = traceOf(sectionsInFiles(files), {
      decisions: await call.port(decisions),
      ...(code && { code: await idsInCode(call) }),
    })
    if (id !== undefined && !whole.nodes.some(node => node.id === id))
      return refuse('not_found', `Nothing defines ${id}.`, { target: id, fix: shell`furrow trace` })
    const shown = id === undefined ? whole : around(whole, id)
    const findings = gapsAsFindings(shown)
    return { ...shown, findings, format, version: call.manifest.version }
  },
  render: renderTrace,
})

function renderTrace({ findings, format, version, ...trace }: OutputOf<typeof contracts.trace>): string {
  switch (format) {
    case 'json':
      return JSON.stringify(trace, null, 2)
    case 'sarif':
      return printSarif(findings, { version })
    case 'mermaid':
      return printMermaid(trace)
    case 'table':
      return printTable(trace)
  }
}

/** One id with what it hangs together with, directly and by way of its tasks. */
function around(trace: Trace, id: string): Trace {
  const near = new Set([id, ...trace.edges.flatMap(({ from, to }) => (from === id ? [to] : to === id ? [from] : []))])
  const has = (each: string) => near.has(each)
  return {
    nodes: trace.nodes.filter(node => has(node.id)),
    edges: trace.edges.filter(({ from, to }) => has(from) && has(to)),
    coverage: trace.coverage.filter(row => has(row.id)),
    uncovered: trace.uncovered.filter(each => each === id),
    orphans: trace.orphans.filter(each => each === id),
    dangling: [],
    cycles: trace.cycles.filter(cycle => cycle.some(has)),
    waves: trace.waves.map(wave => wave.filter(has)),
    overlaps: trace.overlaps.filter(({ tasks }) => tasks.some(has)),
    misplaced: trace.misplaced.filter(({ task }) => has(task)),
  }
}
