/** Signals that end a command: the first asks the work to stop, the second does not ask. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export interface Interruptible extends Disposable {
  readonly signal: AbortSignal
  /** The exit code of the signal that came, if one did. */
  code(): number | undefined
}

export function interruptible(): Interruptible {
  const controller = new AbortController()
  let came: number | undefined
  const handlers = Object.entries(SIGNALS).map(([name, code]) => {
    const handler = () => {
      if (came !== undefined) process.exit(code)
      came = code
      controller.abort(new Error(`${name} came`))
    }
    process.on(name as NodeJS.Signals, handler)
    return { name: name as NodeJS.Signals, handler }
  })
  return {
    signal: controller.signal,
    code: () => came,
    [Symbol.dispose]() {
      for (const { name, handler } of handlers) process.off(name, handler)
    },
  }
}
