import type { Door } from '../operation/actor.ts'

/** How the door that carries a call behaves. A domain asks for the trait that it needs and never for the door. */
export interface DoorTraits {
  /** The process ends with the call: nothing is kept ready for the next one, and somebody waits until the end. */
  readonly endsWithCall: boolean
  /** How long an answer is held back for what it started to end; what follows its runs by itself does not wait. */
  readonly runPatienceSeconds: number
  /** The same for checks, and for the first reading of a codebase. */
  readonly workPatienceSeconds: number
  readonly indexPatienceSeconds: number
  /** A caller who gives up takes its run with it, and is told each line as progress. */
  readonly ownsItsRuns: boolean
  /** The process may end whenever its client likes, so what outlives a request gets a host. */
  readonly needsHost: boolean
  /** The most of a result, or of a list, that is sent; the rest is behind its id or on the next page. */
  readonly mostResultCharacters: number
  /** Takes any command to run: whoever types it could run it anyway. */
  readonly takesCommands: boolean
  /** The caller writes the answer to a question from its passages. */
  readonly writesAnswers: boolean
}

const SERVER: DoorTraits = {
  endsWithCall: false,
  runPatienceSeconds: 0,
  workPatienceSeconds: 45,
  indexPatienceSeconds: 0,
  ownsItsRuns: false,
  needsHost: false,
  mostResultCharacters: Number.POSITIVE_INFINITY,
  takesCommands: false,
  writesAnswers: false,
}

/** The one place that says how long a door waits. */
export const DOOR_TRAITS: Readonly<Record<Door, DoorTraits>> = {
  cli: {
    ...SERVER,
    endsWithCall: true,
    takesCommands: true,
    workPatienceSeconds: Number.POSITIVE_INFINITY,
    indexPatienceSeconds: Number.POSITIVE_INFINITY,
  },
  mcp: {
    ...SERVER,
    runPatienceSeconds: 45,
    indexPatienceSeconds: 45,
    ownsItsRuns: true,
    needsHost: true,
    mostResultCharacters: 48 * 1024,
    writesAnswers: true,
  },
  http: SERVER,
  web: SERVER,
}
