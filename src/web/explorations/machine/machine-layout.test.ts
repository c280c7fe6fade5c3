import { expect, test } from 'vitest'
import type { MachineGraph } from '../exploration-types.ts'
import { layout, STATE_BOX } from './machine-layout.ts'

type Way = readonly [from: string, event: string, by: MachineGraph['edges'][number]['by'], to: string]

function graphOf(names: readonly string[], ways: readonly Way[]): Pick<MachineGraph, 'states' | 'edges'> {
  return {
    states: names.map(name => ({ name, title: name, terminal: false, current: false })),
    edges: ways.map(([from, event, by, to]) => ({ from, event, by, to, standing: 'elsewhere', reasons: [] })),
  }
}

const EXPLORATION = graphOf(
  ['Active', 'Summarizing', 'Finalizing', 'Completed', 'Abandoned'],
  [
    ['Active', 'begin_summarizing', 'advance', 'Summarizing'],
    ['Summarizing', 'complete_summarizing', 'complete', 'Finalizing'],
    ['Finalizing', 'complete_finalization', 'complete', 'Completed'],
    ['Summarizing', 'reopen', 'reopen', 'Active'],
    ['Finalizing', 'revise', 'revise', 'Summarizing'],
    ['Active', 'abandon', 'abandon', 'Abandoned'],
  ],
)
const BRANCHING = graphOf(
  ['Open', 'Short', 'Long', 'Dropped', 'Lost'],
  [
    ['Open', 'short', 'advance', 'Short'],
    ['Open', 'long', 'advance', 'Long'],
    ['Long', 'drop', 'abandon', 'Dropped'],
    ['Short', 'lose', 'abandon', 'Lost'],
  ],
)

test.each([
  ['an exploration', EXPLORATION],
  ['a machine that branches', BRANCHING],
])('%s is drawn with every state inside and none over another', (_, graph) => {
  const { states, edges, width, height } = layout(graph)
  expect(states.map(({ name }) => name).sort()).toEqual(graph.states.map(({ name }) => name).sort())
  expect(edges).toHaveLength(graph.edges.length)
  for (const { x, y } of states) {
    expect([x >= 0, y >= 0, x + STATE_BOX.width <= width, y + STATE_BOX.height <= height]).toEqual([
      true,
      true,
      true,
      true,
    ])
  }
  const overlapping = states.filter((a, index) =>
    states.slice(index + 1).some(b => Math.abs(a.x - b.x) < STATE_BOX.width && Math.abs(a.y - b.y) < STATE_BOX.height),
  )
  expect(overlapping).toEqual([])
})

test('nothing is drawn of nothing', () => {
  expect(layout({ states: [], edges: [] })).toMatchObject({ states: [], edges: [] })
})
