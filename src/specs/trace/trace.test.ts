import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { sectionsOfStage } from '../write/texts.ts'
import { traceOf } from './coverage.ts'
import { cyclesIn, wavesOf } from './order.ts'
import { gapsAsFindings, printMermaid } from './print.ts'
import { gapsIn, whyNotVerdict } from './verdict.ts'

const REQUIREMENTS = `# Requirements

> The example FR-099 in an explanation is no requirement.

## Must Have

- **FR-001**: The system shall store articles.
- FR-002: The system shall list them; see BR-001.

### FR-003: Tags

- The reader tags an article.
- FR-004 follows from it.

## Should Have

- FR-005: The system shall sync.

## Won't Have

- FR-006: Sharing.

## Non-Functional Requirements

- NFR-001: Within 200 ms.
`
const RULES =
  '# R\n\n## Constraints\n\n- BR-001: When saved twice, Then one is kept.\n- BR-002: When old, Then archived.\n'
const DESIGN =
  '# D\n\n## Components\n\n- Store covers FR-001, FR-003.\n\n## Design Decisions\n\n### ADR-001: One store\n\nBecause.\n'

function traced(tasks: string) {
  const parts = [
    ...sectionsOfStage('specify', REQUIREMENTS),
    ...sectionsOfStage('business-rules', RULES),
    ...sectionsOfStage('design', DESIGN),
    ...sectionsOfStage('tasks', `# Tasks\n\n## Tasks\n\n${tasks}`),
  ]
  return traceOf(parts, { decisions: [{ id: 'ADR-007', title: 'Elsewhere', path: 'adr.md', line: 1 }] })
}

const GOOD = `- TASK-001: Store. Covers: FR-001, NFR-001, BR-001, ADR-001. Files: src/store.ts
- TASK-002: List. Covers: FR-002, FR-003, FR-005. Depends on: TASK-001. Files: src/page.ts
`

test('ids are read from bullets and headings with their priority and line; examples in quotes are none', () => {
  const { nodes } = traced(GOOD)
  expect(nodes.map(({ id, priority }) => [id, priority])).toEqual([
    ['ADR-007', undefined],
    ['FR-001', 'must'],
    ['FR-002', 'must'],
    ['FR-003', 'must'],
    ['FR-004', 'must'],
    ['FR-005', 'should'],
    ['FR-006', 'wont'],
    ['NFR-001', undefined],
    ['BR-001', undefined],
    ['BR-002', undefined],
    ['ADR-001', undefined],
    ['TASK-001', undefined],
    ['TASK-002', undefined],
  ])
  expect(nodes.find(({ id }) => id === 'FR-002')).toMatchObject({ path: 'sdd/requirements.md', line: 8 })
})

test('what covers a requirement, what is uncovered, and what nothing names', () => {
  const { coverage, uncovered, orphans, dangling } = traced(GOOD)
  expect(coverage.find(({ id }) => id === 'FR-001')).toMatchObject({
    designed: true,
    tasks: ['TASK-001'],
    covered: true,
  })
  expect(uncovered).toEqual(['FR-004'])
  expect(orphans).toEqual(['ADR-007', 'BR-002'])
  expect(dangling).toEqual([])
})

test('dependencies give waves; several tasks of a wave that touch one file are told', () => {
  const { waves, overlaps } = traced(
    `${GOOD}- TASK-003: Sync. Covers FR-005. After TASK-001. Files: src/page.ts, src/sync.ts\n`,
  )
  expect(waves).toEqual([['TASK-001'], ['TASK-002', 'TASK-003']])
  expect(overlaps).toEqual([{ wave: 2, file: 'src/page.ts', tasks: ['TASK-002', 'TASK-003'] }])
})

test('the graph of dependencies is read as sentences and as arrows, in both directions', () => {
  const graph =
    '\n## Dependency Graph\n\nTASK-002 depends on TASK-001\nTASK-002 --> TASK-003 -> TASK-004\nTASK-005 <- TASK-004\n'
  const { waves } = traced(`- TASK-001: a\n- TASK-002: b\n- TASK-003: c\n- TASK-004: d\n- TASK-005: e\n${graph}`)
  expect(waves).toEqual([['TASK-001'], ['TASK-002'], ['TASK-003'], ['TASK-004'], ['TASK-005']])
})

test('waves of the text that begin too early are told', () => {
  const { misplaced } = traced(`${GOOD}\n## Execution Waves\n\n- Wave 1: TASK-001, TASK-002\n`)
  expect(misplaced).toEqual([{ task: 'TASK-002', wave: 1, needs: 'TASK-001' }])
})

test('a PASS is contradicted by uncovered must-haves, dangling ids and circles, each by its ids', () => {
  const trace = traced(
    '- TASK-001: Covers FR-001, FR-777. Depends on TASK-002\n- TASK-002: Covers FR-002. Needs TASK-001\n',
  )
  const reasons = whyNotVerdict('PASS', trace, '')
  expect(reasons.map(({ code, ids }) => [code, ids])).toEqual([
    ['must_uncovered', ['FR-003', 'FR-004']],
    ['id_dangling', ['FR-777']],
    ['task_cycle', ['TASK-001', 'TASK-002']],
  ])
  expect(whyNotVerdict('FAIL', trace, '')).toEqual([])
  expect(whyNotVerdict('PASS_WITH_WARNINGS', trace, 'FR-003, FR-004 and FR-777 wait')).toEqual([reasons[2]])
})

test('with every must-have covered there are no gaps', () => {
  expect(gapsIn(traced(GOOD.replace('FR-005', 'FR-004, FR-005')))).toEqual([])
})

test('gaps are findings with their place; must-haves block, the rest advises', () => {
  expect(gapsAsFindings(traced(GOOD))).toEqual([
    { kind: 'uncovered', level: 'block', path: 'sdd/requirements.md', line: 13, message: 'No task covers FR-004.' },
    { kind: 'orphan', level: 'advise', path: 'adr.md', line: 1, message: 'Nothing names ADR-007.' },
    expect.objectContaining({ kind: 'orphan', message: 'Nothing names BR-002.' }),
  ])
})

test('a diagram names every id once and every edge', () => {
  const trace = traced(GOOD)
  const lines = printMermaid(trace).split('\n')
  expect(lines[0]).toBe('flowchart LR')
  expect(lines.filter(line => line.includes('["'))).toHaveLength(trace.nodes.length + 1)
  expect(lines).toContain('  TASK_002 -.-> TASK_001')
})

const needs = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 }).map(pairs => {
  const tasks = Array.from({ length: 8 }, (_, index) => `TASK-${index}`)
  return new Map(
    tasks.map(task => [
      task,
      [...new Set(pairs.filter(([from]) => `TASK-${from}` === task).map(([, to]) => `TASK-${to}`))],
    ]),
  )
})

test('a task stands in the first wave after all that it waits for, and has none exactly when a circle is before it', () => {
  fc.assert(
    fc.property(needs, graph => {
      const waves = wavesOf(graph)
      const waveOf = new Map(waves.flatMap((wave, index) => wave.map(task => [task, index] as const)))
      for (const [task, wave] of waveOf) {
        const before = (graph.get(task) ?? []).map(each => waveOf.get(each) ?? Number.NaN)
        expect(wave).toBe(Math.max(-1, ...before) + 1)
      }
      expect(waveOf.size === graph.size).toBe(cyclesIn(graph).length === 0)
    }),
  )
})
