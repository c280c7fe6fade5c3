import type { Meter } from '../../runs/budget/unmetered.ts'
import type { AgentPart } from '../../runs/model.ts'
import type { Journal } from './journal.ts'

/** What the agent says about its session: how much is in its context, and what it has cost so far. */
export interface ReportedUsage {
  readonly used: number
  readonly cost?: NonNullable<AgentPart['cost']>
}

export interface Usage {
  /** Something happened: turns are counted, and a turn that is over is the moment before the next one. */
  see(journal: Pick<Journal, 'turns' | 'isBetweenTurns'>): void
  report(usage: ReportedUsage): void
  /** Of the whole session. */
  readonly cost: AgentPart['cost']
}

/** Turns what an agent reports, most of it as totals, into what it used since it last reported. */
export function followUsage(meter: Meter, { cost: before, resumes }: AgentPart): Usage {
  let turns = 0
  /** Of the turn that goes on: its model has read its whole context once. */
  let tokens = { turn: 0, counted: 0 }
  let cost = resumes === undefined ? undefined : before
  return {
    see(journal) {
      if (journal.turns > turns) meter.add({ turns: journal.turns - turns })
      turns = journal.turns
      if (journal.isBetweenTurns) meter.beforeTurn()
    },
    report({ used, cost: told }) {
      const turn = Math.max(1, turns)
      const counted = tokens.turn === turn ? tokens.counted : 0
      const more = Math.max(0, used - counted)
      tokens = { turn, counted: counted + more }
      const spent = told === undefined ? undefined : sinceLast(cost, told)
      if (told !== undefined) cost = told
      meter.add({ tokens: more, ...(spent !== undefined && { cost: spent }) })
    },
    get cost() {
      return cost
    },
  }
}

type Cost = NonNullable<AgentPart['cost']>

/** A total that is lower than the one before, or in another currency, began again at nothing. */
export function sinceLast(before: Cost | undefined, now: Cost): Cost {
  const continues = before !== undefined && before.currency === now.currency && now.amount >= before.amount
  return { ...now, amount: continues ? now.amount - before.amount : now.amount }
}
