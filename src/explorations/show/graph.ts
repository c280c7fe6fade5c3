import { viewReason } from '../../lifecycle/reason.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { type GuardContext, whyNotGuarded } from '../rules/guards.ts'
import type { GraphView } from './graph-view.ts'

/** The machine as it stands: which state is the present one, which ways from there are open. */
export function machineGraphOf({ type, state }: Pick<LoadedProject, 'type' | 'state'>, sight: GuardContext): GraphView {
  const current = state.statechart.current_state
  return {
    states: Object.entries(type.states).map(([name, { title, phase, terminal }]) => ({
      name,
      title,
      ...(phase !== undefined && { phase }),
      terminal: terminal === true,
      current: name === current,
    })),
    edges: type.transitions.flatMap(({ event, by, from, to, guards = [] }) => {
      const reasons = from.includes(current) ? whyNotGuarded(guards, sight).map(viewReason) : []
      return from.map(name => ({
        event,
        by,
        from: name,
        to,
        standing:
          name !== current ? ('elsewhere' as const) : reasons.length > 0 ? ('blocked' as const) : ('open' as const),
        reasons: name === current ? reasons : [],
      }))
    }),
  }
}

export function drawn(view: GraphView, format: 'mermaid' | 'dot' | 'ascii'): string {
  return { mermaid, dot, ascii }[format](view)
}

function mermaid({ states, edges }: GraphView): string {
  const [first] = states
  return [
    'stateDiagram-v2',
    ...(first === undefined ? [] : [`  [*] --> ${first.name}`]),
    ...edges.map(
      ({ from, to, event, standing }) => `  ${from} --> ${to}: ${event}${standing === 'blocked' ? ' (blocked)' : ''}`,
    ),
    ...states.filter(({ terminal }) => terminal).map(({ name }) => `  ${name} --> [*]`),
    '  classDef current font-weight:bold,stroke-width:3px',
    ...states.filter(({ current }) => current).map(({ name }) => `  class ${name} current`),
  ].join('\n')
}

function dot({ states, edges }: GraphView): string {
  return [
    'digraph project {',
    '  rankdir=LR',
    ...states.map(
      ({ name, current, terminal }) =>
        `  "${name}" [shape=${terminal ? 'doublecircle' : 'box'}${current ? ', style=bold' : ''}]`,
    ),
    ...edges.map(
      ({ from, to, event, standing }) =>
        `  "${from}" -> "${to}" [label="${event}"${standing === 'blocked' ? ', style=dashed, color=red' : ''}]`,
    ),
    '}',
  ].join('\n')
}

const MARKS = { open: 'open', blocked: 'BLOCKED', elsewhere: '' } as const

function ascii({ states, edges }: GraphView): string {
  return states
    .flatMap(({ name, current, terminal, phase }) => [
      `${current ? '* ' : '  '}[${name}]${phase === undefined ? '' : ` ${phase}`}${terminal ? ' (end)' : ''}${current ? ' <- here' : ''}`,
      ...edges
        .filter(({ from }) => from === name)
        .map(({ event, to, standing, reasons }) => {
          const why = reasons[0] === undefined ? '' : `: ${reasons[0].message.split('\n')[0]}`
          return `      --${event}--> ${to}${MARKS[standing] === '' ? '' : ` ${MARKS[standing]}`}${why}`
        }),
    ])
    .join('\n')
}
