import { type AgentClient, CLIENTS } from './clients.ts'

interface FileProbes {
  /** Whether something is there, relative to the repository or to the home folder. */
  readonly repository: (file: string) => boolean
  readonly home: (file: string) => boolean
}

/** The clients that somebody uses: in this repository, or on this machine. */
export function detect({ repository, home }: FileProbes): AgentClient[] {
  return CLIENTS.filter(({ marks }) => marks.repository.some(repository) || marks.home.some(home))
}

/** What is set up without being asked; where nobody uses anything yet, what most agents read. */
export function chosenWithout(detected: readonly AgentClient[]): readonly AgentClient[] {
  return detected.length > 0 ? detected : CLIENTS.filter(({ id }) => id === 'agents')
}
