import { commandLine } from '../../operation/command/command-line.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Manifest } from '../../operation/manifest.ts'
import { shell } from '../../operation/shell.ts'
import { status } from '../../store/git.ts'
import { headOf } from '../../store/git-head.ts'
import type { Call } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/files.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { skeleton } from '../artifacts/skeleton.ts'
import { sightOf } from '../engine.ts'
import type { ProjectEvent, ProjectView } from '../model.ts'
import { type Held, PROJECT, readEvents } from '../shelf.ts'
import { promptFile } from '../types/load.ts'
import type { ProjectType } from '../types/model.ts'
import { viewProject } from '../view.ts'

/** The command for an operation, as the registry spells it. */
export type Command = (operation: string, input?: Readonly<Record<string, unknown>>) => string

/** All that a brief is made of. */
export interface BriefSource {
  readonly type: ProjectType
  readonly view: ProjectView
  readonly guide: string
  readonly events: readonly ProjectEvent[]
  /** What is wrong with the log, when it cannot be read. */
  readonly unreadable?: string
  readonly git: readonly string[]
  /** The document that is to be written in this state, as its template outlines it. */
  readonly outline?: string
  readonly command: Command
}

export async function briefSource(call: Call, held: Held, root = call.workspace.root): Promise<BriefSource> {
  const files = filesAt(root)
  const view = viewProject(held, sightOf(call, held, files, root))
  return {
    type: held.type,
    view,
    guide: await promptText(call, held),
    ...logOf(() => readEvents(files, held.state, held.folder)),
    git: await gitLines(call, view),
    ...outlineOf(held, view),
    command: commandsIn(call.manifest),
  }
}

function outlineOf(held: Held, { artifacts, state, updated_at }: ProjectView): Pick<BriefSource, 'outline'> {
  const { publishes, states } = held.type
  const kind = publishes?.kind
  if (kind === undefined || states[state]?.adds?.[0] !== kind || artifacts.some(each => each.kind === kind)) return {}
  return { outline: skeleton(held, { kind, file: `${kind}.md`, at: updated_at }) }
}

export function commandsIn({ operations }: Manifest): Command {
  return (name, input = {}) => {
    const entry = operations.find(operation => operation.name === name)
    if (entry === undefined) throw new Error(`the brief names ${name}, which is no operation`)
    return commandLine(entry, input)
  }
}

/** The advice for a state, without its title, which the brief has already. */
async function promptText(call: Call, { type, state }: Held): Promise<string> {
  const name = type.states[state.statechart.current_state]?.prompt ?? ''
  const guide = call.manifest.guides.find(entry => entry.name === name)
  const text = guide === undefined ? (promptFile(call, name) ?? '') : await guideText(guide)
  return text.replace(/^# .+\n+/, '').trim()
}

function logOf(read: () => ProjectEvent[]): Pick<BriefSource, 'events' | 'unreadable'> {
  try {
    return { events: read() }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { events: [], unreadable: `${error.message} \`${error.fix ?? shell`furrow doctor`}\`` }
  }
}

async function gitLines(call: Call, view: ProjectView): Promise<string[]> {
  const { repository, root } = call.workspace
  if (repository.gitDir === undefined) return ['There is no git here.']
  const head = headOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  const branch = head.kind === 'branch' ? head.branch : undefined
  const at = 'commit' in head && head.commit !== undefined ? ` at ${head.commit.slice(0, 10)}` : ''
  return [
    `On ${branch ?? 'no branch'}${at}.`,
    ...(branch === view.branch ? [] : [`The exploration belongs to ${view.branch}.`]),
    ...(await dirtyLines(root, call.signal, branch === view.branch && isShared(view))),
  ]
}

/** Until the finalization commit takes it off the branch, the folder may be handed over there. */
function isShared({ terminal, steps }: ProjectView): boolean {
  return !terminal && !steps.some(({ action, status: is }) => action === 'commit' && is === 'completed')
}

/** A git that cannot be asked is no reason to give no brief. */
async function dirtyLines(root: string, signal: AbortSignal, shared: boolean): Promise<string[]> {
  try {
    const entries = await status(root, { signal, timeoutMs: 5000 })
    const ours = entries.filter(({ path }) => path.startsWith('.sow/')).length
    const left = shared && entries.some(({ path }) => path.startsWith(`${PROJECT}/`))
    if (entries.length === 0) return ['Nothing is uncommitted.']
    return [
      `${entries.length} uncommitted files, ${ours} of them below .sow/.`,
      ...(left ? ['To let somebody else go on from a clone, commit .sow/project: `furrow explore share --push`'] : []),
    ]
  } catch (error) {
    if (isRefused(error)) return []
    throw error
  }
}
