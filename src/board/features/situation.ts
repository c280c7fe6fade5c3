import * as z from 'zod'
import { approvalStateOf } from '../../lifecycle/approval.ts'
import { isRefused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../../workspace/call.ts'
import { PROJECT_CONFIG, readConfig } from '../../workspace/config/read-config.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { type ChangesOfBoard, changesOfBoard } from '../board-ports.ts'
import { type CardEntry, type CardProblem, readCardFolder } from '../entities.ts'
import { escalations } from '../escalations/model.ts'
import { decisionLog, type IsDecided } from '../feature-decisions.ts'
import type { FeatureSituation } from './guards.ts'
import { type FeatureArtifactView, features } from './model.ts'
import { ARTIFACTS, type ArtifactName, BY_CHANGE, PHASES, REQUIRED, type Requirements } from './phases.ts'

type FeatureEntry = CardEntry<typeof features>

/** Looks at a feature with everything that decides about it. */
export interface SituationReader {
  /** What of the settings could not be read, where that is only told. */
  readonly problems: readonly CardProblem[]
  at(files: Files, entry: FeatureEntry): FeatureSituation
}

/** With `onlyShows`, settings that cannot be read hide no feature; whatever moves one is refused. */
export async function situationReaderFor(call: Call, { onlyShows = false } = {}): Promise<SituationReader> {
  const { required, problems } = onlyShows
    ? readableRequirements(call)
    : { required: requirementsOf(call), problems: [] }
  const known = { required, changes: await call.port(changesOfBoard), isDecided: decisionLog(call) }
  return { problems, at: (files, entry) => situationOf(files, entry, known) }
}

function readableRequirements(call: Call): { required: Requirements; problems: CardProblem[] } {
  try {
    return { required: requirementsOf(call), problems: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    const problem = { kind: 'settings', id: '', path: PROJECT_CONFIG, message: error.message }
    return { required: REQUIRED, problems: [problem] }
  }
}

interface KnownOfBoard {
  readonly required: Requirements
  readonly changes: ChangesOfBoard
  readonly isDecided: IsDecided
}

/** The same from values alone. */
export function situationOf(files: Files, { id, card }: FeatureEntry, known: KnownOfBoard): FeatureSituation {
  const open = readCardFolder(files, escalations).entries.filter(({ card: { status, feature } }) => {
    return status === 'open' && feature === id
  })
  return {
    id,
    feature: card,
    required: known.required,
    artifacts: artifactsOf(files, { id, card }, known),
    waitsFor: card.depends_on.filter(other => !isReleased(files, other)),
    escalations: open.map(each => each.id),
  }
}

export function artifactPath(id: string, name: ArtifactName): string {
  return `${features.folder}/${id}/${name}.md`
}

function artifactsOf(
  files: Files,
  { id, card }: FeatureEntry,
  { changes, isDecided }: KnownOfBoard,
): FeatureArtifactView[] {
  const stages = card.change === undefined ? undefined : changes.stagesOf(files, card.change)
  return ARTIFACTS.map(name => {
    const inChange = stages?.get(BY_CHANGE[name] ?? '')
    return inChange === undefined
      ? ownArtifact(files, { id, card, isDecided }, name)
      : { name, state: 'by_change' as const, path: inChange, written: true }
  })
}

function ownArtifact(
  files: Files,
  { id, card, isDecided }: FeatureEntry & Pick<KnownOfBoard, 'isDecided'>,
  name: ArtifactName,
): FeatureArtifactView {
  const path = artifactPath(id, name)
  const judged = card.artifacts[name]
  const bytes = files.read(path)?.bytes
  const told = {
    written: bytes !== undefined,
    ...(judged?.by !== undefined && { by: judged.by }),
    ...(judged?.reason !== undefined && { reason: judged.reason }),
  }
  const isLogged = judged !== undefined && isDecided(id, name, judged)
  if (judged?.status === 'waived') return { name, state: isLogged ? 'waived' : 'unlogged', path, ...told }
  if (bytes === undefined) return { name, state: 'missing', path, written: false }
  if (judged?.status === 'rejected') return { name, state: 'rejected', path, ...told }
  const standing = approvalStateOf(judged?.approval, bytes)
  if (standing === 'approved' && !isLogged) return { name, state: 'unlogged', path, ...told }
  return { name, state: standing === 'none' ? 'draft' : standing, path, ...told }
}

function isReleased(files: Files, id: string): boolean {
  return readCardFolder(files, features).entries.some(entry => entry.id === id && entry.card.phase === 'released')
}

const Phases = z.looseObject({
  required_artifacts: z.partialRecord(z.enum(PHASES), z.array(z.enum(ARTIFACTS))).optional(),
})

function requirementsOf(call: Call): Requirements {
  const { phases } = readConfig(call).project.data as { phases?: unknown }
  if (phases === undefined) return REQUIRED
  const parsed = Phases.safeParse(phases)
  if (parsed.success) return { ...REQUIRED, ...parsed.data.required_artifacts }
  const [issue] = parsed.error.issues
  throw refuse('damaged', `${PROJECT_CONFIG} has phases.${issue?.path.join('.')} wrong: ${issue?.message}`, {
    target: PROJECT_CONFIG,
    fix: shell`furrow doctor`,
  })
}
