import { spawn } from 'node:child_process'
import type { Row } from './row.ts'

export interface Subject {
  readonly what: string
  readonly args: readonly string[]
  readonly limit?: number
}

const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...inherited } = process.env

/** How long commands take from start to end, as a multiple of `node -e 0` in the same rounds; medians. */
export async function timeCommands(
  subjects: readonly Subject[],
  { home, workspace, rounds }: { home: string; workspace: string; rounds: number },
): Promise<Row[]> {
  const env = { ...inherited, FURROW_HOME: home }
  const times = new Map<readonly string[], number[]>()
  const base = ['-e', '0']
  // The first round makes the home and is not counted. Every round is one of each, so that a busy moment hits all alike.
  for (let round = 0; round <= rounds; round += 1) {
    for (const args of [base, ...subjects.map(subject => subject.args)]) {
      const time = await timeOf(args, { env, cwd: workspace })
      if (round > 0) times.set(args, [...(times.get(args) ?? []), time])
    }
  }
  const bare = median(times.get(base) ?? [])
  return subjects.map(({ what, args, limit }) => {
    const figure = median(times.get(args) ?? [])
    return { what, figure, unit: 'ms', base: bare, ratio: figure / bare, ...(limit !== undefined && { limit }) }
  })
}

function timeOf(args: readonly string[], options: { env: NodeJS.ProcessEnv; cwd: string }): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  return new Promise((resolve, reject) => {
    child.once('exit', code =>
      code === 0 ? resolve(performance.now() - started) : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    )
  })
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
