import type { MachineGraph } from '../exploration-types.ts'

type GraphState = MachineGraph['states'][number]
type Edge = MachineGraph['edges'][number]

export const STATE_BOX = { width: 128, height: 44, gap: 72, drop: 74 } as const

export interface PlacedState extends GraphState {
  readonly x: number
  readonly y: number
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly states: readonly PlacedState[]
  readonly edges: readonly (Edge & { readonly path: string })[]
}

/** The way forward in a line, what only ends below it; ways back are bows above. */
export function layout({ states, edges }: Pick<MachineGraph, 'states' | 'edges'>): Picture {
  const line = forward(states, edges)
  const rest = states.filter(({ name }) => !line.includes(name))
  const column = (index: number) => STATE_BOX.gap / 2 + index * (STATE_BOX.width + STATE_BOX.gap)
  const top = 46
  const placed = [
    ...line.flatMap((name, index) => placeIn(states, name, { x: column(index), y: top })),
    ...rest.map((state, index) => ({
      ...state,
      x: column(index + Math.max(0, line.length - rest.length) / 2),
      y: top + STATE_BOX.height + STATE_BOX.drop,
    })),
  ]
  const at = new Map(placed.map(state => [state.name, state]))
  return {
    width: Math.max(...placed.map(({ x }) => x + STATE_BOX.width), STATE_BOX.width) + STATE_BOX.gap / 2,
    height: top + STATE_BOX.height + (rest.length > 0 ? STATE_BOX.drop + STATE_BOX.height : 0) + 12,
    states: placed,
    edges: edges.flatMap(edge => {
      const [from, to] = [at.get(edge.from), at.get(edge.to)]
      return from === undefined || to === undefined ? [] : [{ ...edge, path: pathOf(from, to) }]
    }),
  }
}

/** The states that lead on from the first, one after the other. */
function forward(states: readonly GraphState[], edges: readonly Edge[]): string[] {
  const line: string[] = states[0] === undefined ? [] : [states[0].name]
  for (;;) {
    const next = edges.find(
      ({ from, to, by }) => from === line.at(-1) && (by === 'advance' || by === 'complete') && !line.includes(to),
    )
    if (next === undefined) return line
    line.push(next.to)
  }
}

function placeIn(states: readonly GraphState[], name: string, place: { x: number; y: number }): PlacedState[] {
  const state = states.find(each => each.name === name)
  return state === undefined ? [] : [{ ...state, ...place }]
}

function pathOf(from: PlacedState, to: PlacedState): string {
  const middle = STATE_BOX.height / 2
  if (to.y !== from.y) {
    const [x, end] = [from.x + STATE_BOX.width / 2, to.x + STATE_BOX.width / 2]
    const bottom = from.y + STATE_BOX.height
    return `M ${x} ${bottom} C ${x} ${bottom + 40}, ${end} ${to.y - 40}, ${end} ${to.y - 6}`
  }
  if (to.x > from.x) return `M ${from.x + STATE_BOX.width} ${from.y + middle} H ${to.x - 6}`
  const [x, end] = [from.x + STATE_BOX.width / 2 - 14, to.x + STATE_BOX.width / 2 + 14]
  return `M ${x} ${from.y} C ${x} ${from.y - 44}, ${end} ${to.y - 44}, ${end} ${to.y - 6}`
}
