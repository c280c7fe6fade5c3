import { Link } from '@tanstack/react-router'
import { classes } from '../../parts/classes.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { EmptyState } from '../../parts/layout/States.tsx'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import { dimensionWord } from '../spec-labels.ts'
import type { SpecGate } from '../spec-types.ts'
import { pointAt, polygon } from './radar.ts'
import { changesSince, signed } from './round-changes.ts'

type GateRound = SpecGate['rounds'][number]

/** The eight dimensions of a round as a picture, and in words what each of them lacks. */
export function GateView({ gate, round: wanted }: { gate: SpecGate; round: number }) {
  const shown = gate.rounds.find(({ round }) => round === wanted) ?? gate.rounds.at(-1)
  if (shown === undefined)
    return (
      <EmptyState icon="ask" title="No round was held yet">
        The gate opens at {gate.threshold} of 100. Questions come from the requirements and the business rules.
      </EmptyState>
    )
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title={`Round ${shown.round}`} aside={<RelativeTime at={shown.at} />}>
        <Radar gate={gate} shown={shown} />
        <Legend isFirst={gate.rounds[0] === shown} />
        <p className="mt-2 text-center text-soft">
          <span className="font-semibold text-ink">{shown.score}/100</span>, {gate.threshold} needed to pass
        </p>
        <WhatChanged gate={gate} shown={shown} />
        {gate.rounds.length > 1 && <Rounds rounds={gate.rounds} shown={shown.round} />}
      </Card>
      <Card title="Dimensions" flush>
        <Dimensions gate={gate} round={shown} />
      </Card>
    </div>
  )
}

const LINES = [
  ['This round', 'stroke-sprout', undefined],
  ['Needed', 'stroke-amber', '4 3'],
  ['Earlier rounds', 'stroke-faint', undefined],
] as const

function Legend({ isFirst }: { isFirst: boolean }) {
  return (
    <ul aria-label="Legend" className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-xs text-soft">
      {LINES.slice(0, isFirst ? 2 : 3).map(([label, stroke, dashes]) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg width={22} height={8} aria-hidden="true">
            <path d="M1 4H21" className={stroke} strokeWidth={2} strokeDasharray={dashes} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

function WhatChanged({ gate, shown }: { gate: SpecGate; shown: GateRound }) {
  const change = changesSince(gate.rounds, shown)
  if (change === undefined) return null
  const words = change.dimensions.map(({ name, by }) => `${dimensionWord(name)} ${signed(by)}`)
  return (
    <p className="mt-1 text-center text-sm text-soft">
      Since round {change.since}: {signed(change.score)} in total
      {words.length > 0 && ` (${words.join(', ')})`}
    </p>
  )
}

const RADIUS = 100

function Radar({ gate, shown }: { gate: SpecGate; shown: GateRound }) {
  const names = gate.dimensions.map(({ name }) => name)
  const valuesOf = ({ scores }: GateRound) => names.map(name => scores[name] ?? 0)
  return (
    <svg viewBox="-215 -130 430 260" aria-hidden="true" className="w-full">
      {[25, 50, 75, 100].map(ring => (
        <polygon
          key={ring}
          points={polygon(
            names.map(() => ring),
            RADIUS,
          )}
          className="fill-none stroke-line"
        />
      ))}
      <polygon
        points={polygon(
          names.map(() => gate.threshold),
          RADIUS,
        )}
        className="fill-none stroke-amber"
        strokeDasharray="4 3"
      />
      {gate.rounds
        .filter(({ round }) => round < shown.round)
        .map(round => (
          <polygon
            key={round.round}
            points={polygon(valuesOf(round), RADIUS)}
            className="fill-none stroke-faint"
            strokeOpacity={0.6}
          />
        ))}
      <polygon
        points={polygon(valuesOf(shown), RADIUS)}
        className="fill-sprout stroke-sprout"
        fillOpacity={0.2}
        strokeWidth={2}
      />
      {names.map((name, index) => {
        const { x, y } = pointAt(100, { index, of: names.length, radius: RADIUS + 12 })
        const anchor = Math.abs(x) < 5 ? 'middle' : x > 0 ? 'start' : 'end'
        return (
          <text key={name} x={x} y={y + 4} textAnchor={anchor} className="fill-soft text-[11px]">
            {dimensionWord(name)}
          </text>
        )
      })}
    </svg>
  )
}

function Rounds({ rounds, shown }: { rounds: readonly GateRound[]; shown: number }) {
  return (
    <nav aria-label="Rounds" className="mt-3 flex flex-wrap justify-center gap-1.5">
      {rounds.map(({ round, score }) => (
        <Link
          key={round}
          to="/specs"
          search={{ view: 'gate', round: String(round) }}
          replace
          resetScroll={false}
          aria-current={round === shown ? 'true' : undefined}
          className={classes(
            'rounded-md border px-2.5 py-1 text-xs',
            round === shown
              ? 'border-sprout bg-sprout-wash font-medium text-sprout'
              : 'border-line text-soft hover:bg-hover',
          )}
        >
          Round {round}: {score}
        </Link>
      ))}
    </nav>
  )
}

function Dimensions({ gate, round }: { gate: SpecGate; round: GateRound }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm">
        <thead className="text-left text-xs text-faint">
          <tr>
            <th className="px-5 py-2 font-medium max-sm:px-4">Dimension</th>
            <th className="px-2 py-2 text-right font-medium">Weight</th>
            <th className="px-2 py-2 text-right font-medium">Score</th>
            <th className="px-5 py-2 text-right font-medium max-sm:px-4">Lacks</th>
          </tr>
        </thead>
        <tbody>
          {gate.dimensions.map(({ name, weight, question }) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="px-5 py-2.5 text-left font-medium max-sm:px-4">
                {dimensionWord(name)}
                <span className="block text-xs font-normal text-soft">{round.evidence[name] ?? question}</span>
                {round.unproven.includes(name) && <Badge tone="amber">no evidence</Badge>}
              </th>
              <td className="px-2 py-2.5 text-right tabular-nums">{weight}</td>
              <td className="px-2 py-2.5 text-right tabular-nums">{round.scores[name] ?? 'none'}</td>
              <td className="px-5 py-2.5 text-right tabular-nums max-sm:px-4">
                {round.lacks[name] ? `${round.lacks[name]} points` : 'nothing'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
