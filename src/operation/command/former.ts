import { type CommandNode, type LocatedCommand, locateCommand } from './tree.ts'

interface Former {
  readonly path: string
  /** Where only this flag of the command went elsewhere. */
  readonly flag?: string
  readonly now: string
}

/** What 0.1 took and another command takes now. A line stays for one minor version. */
const FORMER: readonly Former[] = [{ path: 'explore finish', flag: '--dry-run', now: 'explore complete' }]

/** The place that answers a command line of an earlier version, with the hint how it is typed now. */
export function whereNow(tree: CommandNode, place: LocatedCommand): { place: LocatedCommand; hint?: string } {
  const found = FORMER.find(
    ({ path, flag }) => path === place.node.path && (flag === undefined || place.rest.includes(flag)),
  )
  if (found === undefined) return { place }
  const [then, now] = [found.path, found.now].map(path => ['furrow', path, found.flag ?? ''].join(' ').trimEnd())
  return {
    place: locateCommand(tree, [...found.now.split(' '), ...place.rest]),
    hint: `${then} is now ${now}; the old form works until the next minor version.`,
  }
}
