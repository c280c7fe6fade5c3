import { commandLine } from '../../operation/command/command-line.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Manifest } from '../../operation/manifest.ts'
import { openThreadsIn } from '../../reviews/list-reviews.ts'
import type { ReviewThread } from '../../reviews/model.ts'
import { shell } from '../../shared/shell/shell.ts'
import { gitStatus } from '../../store/git/git.ts'
import { gitHeadOf } from '../../store/git/git-head.ts'
import type { Call } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { skeleton } from '../artifacts/skeleton.ts'
import type { EvidenceView } from '../evidence/model.ts'
import type { ProjectEvent, ProjectView } from '../model.ts'
import { guardContextOf } from '../record/engine.ts'
import { type LoadedProject, PROJECT, readProjectEvents } from '../record/project-files.ts'
import { reviewOf } from '../record/project-parts.ts'
import { viewWithGit } from '../show/view-with-git.ts'
import { promptFile } from '../types/load.ts'
import type { ProjectType } from '../types/model.ts'

/** The command for an operation, as the registry spells it. */
export type CommandText = (operation: string, input?: Readonly<Record<string, unknown>>) => string

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
  readonly outline?: { readonly kind: string; readonly text: string }
  readonly command: CommandText
  /** What backs it, as far as it can be said without waiting. */
  readonly evidence: EvidenceView
  /** Review threads on its documents that are open. */
  readonly reviews: readonly ReviewThread[]
}

export async function briefSource(call: Call, held: LoadedProject, root = call.workspace.root): Promise<BriefSource> {
  const files = filesAt(root)
  const sight = guardContextOf(call, held, files, root)
  const view = await viewWithGit(call, held, root)
  return {
    type: held.type,
    view,
    guide: await promptText(call, held),
    ...logOf(() => readProjectEvents(files, held.state, held.folder)),
    git: await gitLines(call, view),
    ...outlineOf(held, view),
    command: commandsIn(call.manifest),
    evidence: sight.evidence(),
    reviews: openThreadsIn(files, held.folder).threads,
  }
}

function outlineOf(held: LoadedProject, { artifacts, state, updated_at }: ProjectView): Pick<BriefSource, 'outline'> {
  const { kinds, states } = held.type
  const kind = states[state]?.adds?.[0]
  if (kind === undefined || kinds[kind]?.needs_approval !== true) return {}
  const isThere = kinds[kind]?.verdict === true ? reviewOf(held.type, held.state, kind) !== undefined : undefined
  if (isThere ?? artifacts.some(each => each.kind === kind)) return {}
  return { outline: { kind, text: skeleton(held, { kind, file: `${kind}.md`, at: updated_at }) } }
}

export function commandsIn({ operations }: Manifest): CommandText {
  return (name, input = {}) => {
    const entry = operations.find(operation => operation.name === name)
    if (entry === undefined) throw new Error(`the brief names ${name}, which is no operation`)
    return commandLine(entry, input)
  }
}

/** The advice for a state, without its title, which the brief has already. */
async function promptText(call: Call, { type, state }: LoadedProject): Promise<string> {
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
  const head = gitHeadOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  const branch = head.kind === 'branch' ? head.branch : undefined
  const at = 'commit' in head && head.commit !== undefined ? ` at ${head.commit.slice(0, 10)}` : ''
  return [
    `On ${branch ?? 'no branch'}${at}.`,
    ...(branch === view.branch ? [] : [`The ${view.words.title.toLowerCase()} belongs to ${view.branch}.`]),
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
    const entries = await gitStatus(root, { signal, timeoutMs: 5000 })
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
