import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { type ConfigProblem, configDuring, readableConfig } from '../../workspace/config/read-config.ts'
import { resolveProject } from '../../workspace/identity.ts'
import { memoryIn } from '../open.ts'
import { callOriginOf } from './call-origin.ts'
import { describeIdentityChanges } from './identity-changes.ts'
import type { CallOrigin, KnownPlace, RecognisedProject } from './port.ts'

/** The project whose records a call reads and writes. */
export interface ProjectHere {
  /** Under which new records are kept. */
  readonly name: string
  readonly resolved_by: string
  /** Every name under which it has records, the first one included. */
  readonly names: readonly string[]
  /** What was recognised, said once after a change. */
  readonly message?: string
  /** Settings that could not be read, where the records are only shown. */
  readonly problem?: ConfigProblem
}

interface RecognitionOptions {
  /** Whether the answer can say what was recognised; otherwise that waits for one that can. */
  readonly tells?: boolean
  /** Settings that cannot be read hide no records: the project is the one that this place was last. Nothing is noted. */
  readonly onlyShows?: boolean
}

/** The project that is named, else the one of this workspace, by its root commit, its place and its names. */
export async function projectIn(
  call: Call,
  named?: string,
  { tells = true, onlyShows = false }: RecognitionOptions = {},
): Promise<ProjectHere> {
  const key = `memory project ${named ?? ''}`
  const known = call.memo.get(key) as Promise<ProjectHere> | undefined
  const found = known ?? (onlyShows ? show(call, named, tells) : find(call, named, tells))
  call.memo.set(key, found)
  return found
}

/** The name alone, also where memory cannot be opened. */
export async function projectNameIn(call: Call): Promise<string> {
  try {
    return (await projectIn(call, undefined, { tells: false })).name
  } catch (error) {
    if (isRefused(error)) return resolveProject(call).name
    throw error
  }
}

async function show(call: Call, named: string | undefined, tells: boolean): Promise<ProjectHere> {
  const { config, problems } = readableConfig(call)
  const [problem] = problems
  if (problem === undefined) return find(call, named, tells)
  const { projects } = memoryIn(call)
  const identity = resolveProject(call, undefined, config)
  if (named !== undefined) return { ...(await projects.named(named)), resolved_by: 'argument', problem }
  const { here } = await callOriginOf(call, memoryIn(call), identity)
  const name = here?.name ?? identity.name
  const before = here === undefined ? [] : (await projects.named(here.project)).names
  const { names } = await projects.named(name)
  return { name, resolved_by: identity.resolved_by, names: [...new Set([name, ...names, ...before])], problem }
}

async function find(call: Call, named: string | undefined, tells: boolean): Promise<ProjectHere> {
  const memory = memoryIn(call)
  const identity = resolveProject(call, undefined, configDuring(call))
  if (named !== undefined && named !== identity.name)
    return { ...(await memory.projects.named(named)), resolved_by: 'argument' }
  const { aliases } = identity
  const resolved_by = named === undefined ? identity.resolved_by : 'argument'
  const { place, here } = await callOriginOf(call, memory, identity)
  const { name, names, by, news } =
    here !== undefined && isKnown(here, place)
      ? { ...(await memory.projects.named(here.project)), by: byOf(here), news: [] }
      : await memory.projects.recognise(place, { tells })
  // A name from the config is the person's choice; the records that this place had before are still found.
  const own = place.isChosen ? place.name : name
  const chosen = own === name ? [] : (await memory.projects.named(own)).names
  const message = describeIdentityChanges(news)
  return {
    name: own,
    resolved_by: named === undefined && own !== place.name ? SHOWN_AS[by] : resolved_by,
    names: [...new Set([own, ...chosen, ...names, ...aliases])],
    ...(message !== undefined && { message }),
  }
}

const SHOWN_AS: Readonly<Record<RecognisedProject['by'], string>> = {
  name: 'folder name',
  'root commit': 'root commit',
  path: 'path',
  remote: 'git remote',
  folder: 'moved folder',
}

function byOf({ root }: KnownPlace): RecognisedProject['by'] {
  return root === undefined ? 'path' : 'root commit'
}

/** Nothing to note and nothing to say: most calls. */
function isKnown(here: KnownPlace, place: CallOrigin): boolean {
  return (
    here.stamp === place.stamp &&
    here.name === place.name &&
    here.remote === place.remote &&
    here.root === (place.root.kind === 'commit' ? place.root.commit : undefined) &&
    here.news.length === 0
  )
}
