import type { Located } from '../../operation/sarif.ts'
import type { CoverageRow, SpecLocation, Trace } from './model.ts'

/** The trace as tables for people. */
export function printTable(trace: Trace): string {
  const { coverage, uncovered, orphans, dangling, cycles, waves, overlaps, misplaced } = trace
  const withCode = coverage.some(({ code }) => code !== undefined)
  return [
    '# Traceability',
    '',
    `| id | priority | designed | tasks |${withCode ? ' code |' : ''} title |`,
    `| --- | --- | --- | --- |${withCode ? ' --- |' : ''} --- |`,
    ...coverage.map(
      row =>
        `| ${row.id} | ${row.priority ?? ''} | ${row.designed ? 'yes' : ''} | ${row.tasks.join(', ')} |${withCode ? ` ${placesOf(row)} |` : ''} ${row.title.replaceAll('|', '\\|')} |`,
    ),
    ...section('Uncovered', uncovered.length === 0 ? [] : [uncovered.join(', ')]),
    ...section('Orphans', orphans.length === 0 ? [] : [orphans.join(', ')]),
    ...section(
      'Dangling',
      dangling.map(({ id, path, line }) => `- ${id} in ${path}:${line}`),
    ),
    ...section(
      'Circles',
      cycles.map(cycle => `- ${[...cycle, cycle[0]].join(' -> ')}`),
    ),
    ...section(
      'Waves',
      waves.flatMap((wave, index) => (wave.length === 0 ? [] : [`- Wave ${index + 1}: ${wave.join(', ')}`])),
    ),
    ...section(
      'Shared files within a wave',
      overlaps.map(({ wave, file, tasks }) => `- Wave ${wave}: ${tasks.join(' and ')} touch ${file}`),
    ),
    ...section(
      'Too early',
      misplaced.map(({ task, wave, needs }) => `- ${task} in wave ${wave} waits for ${needs}`),
    ),
  ].join('\n')
}

export function printMermaid({ nodes, edges }: Trace): string {
  const name = (id: string) => id.replaceAll('-', '_')
  const arrows = { covers: '-->', depends: '-.->', designs: '-->', mentions: '---' } as const
  return [
    'flowchart LR',
    ...nodes.map(({ id, title }) => `  ${name(id)}["${id}: ${title.replace(/["<>[\]{}|]/g, ' ').slice(0, 60)}"]`),
    ...(edges.some(({ from }) => from === 'design') ? ['  design["Design"]'] : []),
    ...edges.map(({ from, to, kind }) => `  ${name(from)} ${arrows[kind]} ${name(to)}`),
  ].join('\n')
}

/** What is wrong, each with its place. */
export function gapsAsFindings({
  nodes,
  coverage,
  uncovered,
  orphans,
  dangling,
  cycles,
  overlaps,
  misplaced,
}: Trace): Located[] {
  const placeOf = (id: string | undefined): SpecLocation =>
    nodes.find(node => node.id === id) ?? { path: 'sdd/tasks.md', line: 1 }
  const at = (id: string | undefined, kind: string, level: Located['level'], message: string): Located => ({
    ...pick(placeOf(id)),
    kind,
    level,
    message,
  })
  const isMust = (id: string) => coverage.some(row => row.id === id && row.priority === 'must')
  return [
    ...uncovered.map(id => at(id, 'uncovered', isMust(id) ? 'block' : 'advise', `No task covers ${id}.`)),
    ...dangling.map(({ id, path, line }) => ({
      path,
      line,
      kind: 'dangling',
      level: 'block' as const,
      message: `${id} is named and nowhere defined.`,
    })),
    ...cycles.map(cycle => at(cycle[0], 'cycle', 'block', `${cycle.join(' and ')} wait for each other.`)),
    ...orphans.map(id =>
      at(id, 'orphan', 'advise', id.startsWith('TASK') ? `${id} covers no requirement.` : `Nothing names ${id}.`),
    ),
    ...overlaps.map(({ wave, file, tasks }) =>
      at(tasks[1], 'shared_file', 'advise', `${tasks.join(' and ')} touch ${file} in wave ${wave}.`),
    ),
    ...misplaced.map(({ task, wave, needs }) =>
      at(task, 'too_early', 'advise', `${task} stands in wave ${wave} and waits for ${needs}.`),
    ),
  ]
}

function pick({ path, line }: SpecLocation): SpecLocation {
  return { path, line }
}

function placesOf({ code = [] }: CoverageRow): string {
  const shown = code.slice(0, 3).map(({ path, line }) => `${path}:${line}`)
  return [...shown, ...(code.length > 3 ? [`${code.length - 3} more`] : [])].join(', ')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]
}
