/** What is in the folder of the tests. */
export interface Signs {
  readonly names: readonly string[]
  readonly scripts: readonly string[]
}

export interface Wanted {
  readonly command?: string | undefined
  readonly filter?: string | undefined
}

export interface Plan {
  readonly runner: string
  readonly line: string | readonly string[]
}

const SCRIPTS = ['test:e2e', 'e2e', 'test:browser', 'browser-test', 'test:ui']

/** The command that runs the tests: the one that was given, else what the files of the project say. */
export function planFor({ command, filter }: Wanted, { names, scripts }: Signs): Plan {
  if (command !== undefined) return { runner: 'command', line: withFilter(command, filter) }
  if (names.some(name => /^playwright\.config\.[cm]?[jt]s$/.test(name)))
    return { runner: 'playwright', line: [...PLAYWRIGHT, ...(filter === undefined ? [] : ['--grep', filter])] }
  const script = SCRIPTS.find(name => scripts.includes(name))
  if (script !== undefined)
    return { runner: 'npm', line: ['npm', 'run', script, ...(filter === undefined ? [] : ['--', filter])] }
  throw new Error(
    `Nothing here says how to run browser tests (looked for playwright.config and the scripts ${SCRIPTS.join(', ')}). Say it with command.`,
  )
}

/** Nothing is downloaded: what is not installed is missing. */
const PLAYWRIGHT = ['npx', '--no-install', 'playwright', 'test', '--reporter=line,json'] as const

/** The filter is data: it comes into a shell in quotes, or not at all. */
function withFilter(command: string, filter: string | undefined): string {
  if (filter === undefined) return command.replaceAll('{filter}', '')
  const quoted = `'${filter.replaceAll("'", `'\\''`)}'`
  if (!command.includes('{filter}')) throw new Error('The command has no {filter} to put the filter into.')
  return command.replaceAll('{filter}', () => quoted)
}

/** How far a runner is, from a line such as Playwright's `[3/12] …`. */
export function progressIn(line: string): { message: string; percent: number } | undefined {
  const [, done, all, message = ''] = /^\[(\d+)\/(\d+)\]\s*(.*)$/.exec(line.trim()) ?? []
  if (done === undefined || Number(all) === 0) return undefined
  return {
    message: message || `${done} of ${all}`,
    percent: Math.min(99, Math.round((Number(done) / Number(all)) * 100)),
  }
}
