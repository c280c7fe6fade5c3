import type { Work } from '../../workspace/apart.ts'

/** Everything that a server does in its thread; loaded there, when it is first asked for. */
export const jobs: Readonly<Record<string, () => Promise<Work<never, unknown>>>> = {
  'ask.find': async () => (await import('../../ask/find-apart.ts')).findApart,
  'memory.search': async () => (await import('../../memory/search-apart.ts')).searchApart,
}
