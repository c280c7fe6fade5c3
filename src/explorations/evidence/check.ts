import { findRun } from '../../runs/record/records.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { guardContextOf } from '../record/engine.ts'
import { findProject } from '../record/find-project.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { collectEvidence, evidenceWarnings, sourceLine } from './collect.ts'
import * as contracts from './contracts.ts'
import { memoryRecords } from './evidence-ports.ts'
import { locateSource } from './locate.ts'
import type { EvidenceView, Source, SourceView } from './model.ts'
import { outputQuotes } from './run-output.ts'
import { evidenceHash, type SourceStanding } from './standing.ts'

export const check = implement(() => contracts.check, {
  async run(call, { project }) {
    const { held, root } = await findProject(call, project)
    const evidence = await checkEvidence(call, held, root)
    const warnings = evidenceWarnings(evidence)
    return { name: held.state.project.name, holds: warnings.length === 0, warnings, ...evidence }
  },
  render: ({ name, sources, conclusions, claims, inputs, holds }) =>
    [
      `# Evidence of ${name}`,
      '',
      holds ? 'Every source says what was cited, and every claim has one.' : 'Not everything holds; see below.',
      ...section('Sources', sources.map(sourceText)),
      ...section('Conclusions', conclusions.map(conclusionText)),
      ...section(
        'Claims without a source',
        claims.map(({ where, text, problem }) => `- ${where}: ${text} (${problem})`),
      ),
      ...section('Input documents', inputs.map(inputText)),
    ].join('\n'),
})

/** The whole of it: runs and memory are looked at too. */
export async function checkEvidence(
  call: Call,
  held: LoadedProject,
  root = call.workspace.root,
): Promise<EvidenceView> {
  const { look } = guardContextOf(call, held, filesAt(root), root)
  const waited = new Map<string, SourceStanding>()
  for (const source of held.state.sources ?? []) {
    const standing = await waitedStanding(call, source)
    if (standing !== undefined) waited.set(source.id, standing)
  }
  return collectEvidence({ type: held.type, state: held.state, look, waited })
}

export async function waitedStanding(
  call: Call,
  { source, excerpt, content }: Source,
): Promise<SourceStanding | undefined> {
  const location = locateSource(source)
  if (location.kind === 'memory') {
    const record = await (await call.port(memoryRecords))(location.id)
    if (record === undefined) return { standing: 'gone', says: `Memory has no record ${location.id} here.` }
    if (evidenceHash(record.content) === content) return { standing: 'holds' }
    return { standing: 'changed', says: `The memory record ${location.id} has changed since.` }
  }
  if (location.kind !== 'run' || excerpt === undefined || findRun(call, location.id) === undefined) return undefined
  if (await outputQuotes(call, location.id, excerpt)) return { standing: 'holds' }
  return { standing: 'changed', says: `The excerpt is not in the output of the run ${location.id}.` }
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]
}

function sourceText(source: SourceView): string {
  const { standing, says, task } = source
  const about = task === undefined ? '' : ` [${task}]`
  return `${sourceLine(source)}${about} (${standing}${says === undefined ? '' : `: ${says}`})`
}

function conclusionText({
  id,
  text,
  confidence,
  would_change,
  sources,
  lacks,
}: EvidenceView['conclusions'][number]): string {
  const sure = confidence === undefined ? '' : ` Confidence: ${confidence}.`
  const change = would_change === undefined ? '' : ` Would change it: ${flat(would_change)}`
  const cited = sources.length === 0 ? '' : ` [${sources.join(', ')}]`
  return `- ${id}: ${flat(text)}${cited}${sure}${change}${lacks.length === 0 ? '' : ` (${lacks.join('; ')})`}`
}

function inputText({ id, path, title, standing, note }: EvidenceView['inputs'][number]): string {
  const named = title === undefined ? path : `${path}: ${title}`
  return `- [${id}] ${named}${standing === 'holds' ? '' : ` (${standing})`}${note === undefined ? '' : `. ${flat(note)}`}`
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
