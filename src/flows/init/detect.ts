import { CLIENTS, type Client } from './clients.ts'

interface Looks {
  /** Whether something is there, relative to the repository or to the home folder. */
  readonly repository: (file: string) => boolean
  readonly home: (file: string) => boolean
}

/** The clients that somebody uses: in this repository, or on this machine. */
export function detect({ repository, home }: Looks): Client[] {
  return CLIENTS.filter(({ marks }) => marks.repository.some(repository) || marks.home.some(home))
}

/** What is set up without being asked; where nobody uses anything yet, what most agents read. */
export function chosenWithout(detected: readonly Client[]): readonly Client[] {
  return detected.length > 0 ? detected : CLIENTS.filter(({ id }) => id === 'agents')
}
