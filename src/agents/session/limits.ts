import type { AgentPart } from '../../runs/model.ts'

/** The turns and the time of a run; the time in which a person is asked does not count. */
export interface RunLimits extends Disposable {
  /** Settles with what was reached. */
  readonly reached: Promise<string>
  see(turns: number): void
  pause(waiting: boolean): void
}

export function openLimits({ turns: most, minutes }: AgentPart['limits']): RunLimits {
  let tell: (what: string) => void = () => undefined
  const reached = new Promise<string>(resolve => {
    tell = resolve
  })
  let left = minutes * 60_000
  let since = performance.now()
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    since = performance.now()
    timer = setTimeout(() => tell(`It has worked for ${minutes} minutes, which is its limit.`), left)
  }
  const stop = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= performance.now() - since
  }
  start()
  return {
    reached,
    see(turns) {
      if (turns > most) tell(`Its model has answered ${most} times, which is its limit.`)
    },
    pause(waiting) {
      if (waiting) stop()
      else if (timer === undefined) start()
    },
    [Symbol.dispose]: stop,
  }
}
