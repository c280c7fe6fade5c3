import { immediateTransaction, withoutSync } from '../../store/database/sqlite.ts'
import type { Call } from '../../workspace/call.ts'
import type { Run } from '../model.ts'
import { isTransient } from '../own/transient-errors.ts'
import { accountsOf, addUse, type BudgetUse, readAccount } from './accounts.ts'
import { limitsFor, overBudget } from './over.ts'
import { type Meter, UNMETERED } from './unmetered.ts'
import { usedByRun } from './used.ts'

/** How long the work of a killed owner may go uncounted, and how late a run hears what others of its budget used. */
const TICK_MS = 1000

export function openMeter(call: Call, run: Run, onOver: (reason: string) => void): Meter {
  const { state } = call.store
  const accounts = accountsOf(state, run.id)
  if (accounts.length === 0) return UNMETERED
  let since: number | undefined = monotonicMs()
  let timer: NodeJS.Timeout | undefined
  /** What could not be written yet, because the disk was full or somebody else was writing. */
  let unwritten: BudgetUse[] = []

  const write = (use: BudgetUse) => {
    unwritten.push(use)
    const post = () =>
      immediateTransaction(state, () => {
        for (const each of unwritten) addUse(state, accounts, each)
      })
    try {
      const isTimeOnly = unwritten.every(({ turns, tokens, cost }) => (turns ?? tokens ?? cost) === undefined)
      if (isTimeOnly) withoutSync(state, post)
      else post()
      unwritten = []
    } catch (error) {
      if (state.isOpen && !isTransient(error, call)) throw error
    }
  }
  const work = (): Pick<BudgetUse, 'worked'> => {
    if (since === undefined) return {}
    const [from, to] = [since, monotonicMs()]
    since = to
    return { worked: { from, to } }
  }
  const check = (next: 'turn' | 'work') => {
    const over = overBudget(call, accounts, next)
    if (over !== undefined) onOver(over.reason)
  }
  const tick = () => {
    if (!state.isOpen) return
    write(work())
    check('work')
    timer = setTimeout(tick, untilNext())
  }
  const untilNext = () => {
    const left = accounts.map(name => {
      const account = readAccount(state, name)
      const { minutes } = limitsFor(call, account)
      return minutes === undefined ? TICK_MS : (minutes - account.used.minutes) * 60_000
    })
    return Math.max(1, Math.min(TICK_MS, ...left))
  }
  timer = setTimeout(tick, untilNext())
  return {
    add(use) {
      write({ ...use, ...work() })
      check('work')
    },
    beforeTurn: () => check('turn'),
    pause(waiting) {
      if (waiting === (since === undefined)) return
      if (waiting) write(work())
      since = waiting ? undefined : monotonicMs()
    },
    used() {
      write(work())
      return usedByRun(call, run.id)
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      if (state.isOpen) write(work())
    },
  }
}

/** The clock of the machine that nobody sets, the same in every process of it. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000
}
