import { SPEC_SCHEMA, type Spec, type StageStatus } from './model.ts'
import { earlier, SPEC_STAGES, type SpecStageName, stagePath, WRITTEN, type WrittenStage } from './stages.ts'

/** The hashes of the stage files as they are on the disk; a file that is not there has none. */
export type Hashes = Readonly<Partial<Record<WrittenStage, string>>>

export interface SpecMoment {
  readonly at: string
  readonly by: string
}

export interface NewSpec {
  readonly name: string
  readonly description: string
  readonly mode: Spec['mode']
}

/** Every move of the pipeline as a pure function; whether it may be made is in `rules.ts`. */
export function beginSpec(spec: NewSpec, { at }: SpecMoment): Spec {
  const pending = (): StageStatus => ({ status: 'pending', iterations: 0 })
  return {
    schema_version: SPEC_SCHEMA,
    ...spec,
    current_stage: 'propose',
    stage_status: {
      init: { status: 'completed', started_at: at, completed_at: at, iterations: 1 },
      propose: { status: 'in_progress', started_at: at, iterations: 0 },
      specify: pending(),
      'business-rules': pending(),
      clarify: pending(),
      design: pending(),
      tasks: pending(),
      validate: pending(),
    },
    clarity_score: 0,
    clarity_rounds: [],
    last_ids: {},
    reopened: [],
    confirmed: [],
    created_at: at,
    updated_at: at,
  }
}

/** A stage was written; it is done, unless it only left a draft (a gate that stays closed, a `FAIL`). */
export function writeStage(
  spec: Spec,
  stage: WrittenStage,
  { hashes, done, at }: { hashes: Hashes; done: boolean; at: string },
): Spec {
  const before = spec.stage_status[stage]
  const entry: StageStatus = {
    ...withoutEnd(before),
    status: done ? 'completed' : 'in_progress',
    ...(done && { completed_at: at }),
    iterations: before.iterations + 1,
    ...recorded(stage, hashes),
  }
  return settle({ ...spec, stage_status: { ...spec.stage_status, [stage]: entry } }, hashes, at)
}

/** The file holds as it is now, whatever changed before it. */
export function confirmStage(
  spec: Spec,
  stage: WrittenStage,
  { hashes, at, by }: { hashes: Hashes } & SpecMoment,
): Spec {
  const entry: StageStatus = {
    ...spec.stage_status[stage],
    status: 'completed',
    completed_at: at,
    ...recorded(stage, hashes),
  }
  return settle(
    {
      ...spec,
      stage_status: { ...spec.stage_status, [stage]: entry },
      confirmed: [...spec.confirmed, { stage, at, by }],
    },
    hashes,
    at,
  )
}

export function reopenStage(
  spec: Spec,
  stage: SpecStageName,
  { reason, hashes, at, by }: { reason: string; hashes: Hashes } & SpecMoment,
): Spec {
  const entry: StageStatus = { ...withoutEnd(spec.stage_status[stage]), status: 'pending' }
  const { verdict, ...rest } = spec
  return settle(
    {
      ...rest,
      // A FAIL is answered by going back: what is written then is judged again.
      ...(stage !== 'validate' && verdict !== undefined && verdict !== 'FAIL' && { verdict }),
      stage_status: { ...spec.stage_status, [stage]: entry },
      reopened: [...spec.reopened, { stage, at, by, reason }],
    },
    hashes,
    at,
  )
}

/** `init` once more: another name, description or mode; nothing that was written becomes stale by it. */
export function reinitialize(spec: Spec, given: NewSpec, { hashes, at }: { hashes: Hashes; at: string }): Spec {
  const before = spec.stage_status.init
  const init: StageStatus = { ...before, status: 'completed', completed_at: at, iterations: before.iterations + 1 }
  return settle({ ...spec, ...given, stage_status: { ...spec.stage_status, init } }, hashes, at)
}

/** The first stage that is not done, or not any more; nothing when all stand. */
export function openStage(spec: Spec, hashes: Hashes): SpecStageName | undefined {
  return SPEC_STAGES.find(
    stage => spec.stage_status[stage].status !== 'completed' || whyOpen(spec, stage, hashes) !== undefined,
  )
}

/** Why a completed stage is to be looked at again. */
export function whyOpen(spec: Spec, stage: SpecStageName, hashes: Hashes): 'missing' | 'stale' | undefined {
  if (stage === 'init' || spec.stage_status[stage].status !== 'completed') return undefined
  if (hashes[stage] === undefined) return 'missing'
  return staleBecause(spec, stage, hashes).length > 0 ? 'stale' : undefined
}

/** The earlier stages whose files are not those that this one was written for. */
export function staleBecause(spec: Spec, stage: SpecStageName, hashes: Hashes): WrittenStage[] {
  const { based_on, status } = spec.stage_status[stage]
  if (stage === 'init' || status !== 'completed') return []
  return earlier(stage).filter(before => based_on?.[stagePath(before)] !== hashes[before])
}

function recorded(stage: WrittenStage, hashes: Hashes): Pick<StageStatus, 'artifact_hash' | 'based_on'> {
  const based_on = Object.fromEntries(earlier(stage).flatMap(before => pair(stagePath(before), hashes[before])))
  return { ...(hashes[stage] !== undefined && { artifact_hash: hashes[stage] }), based_on }
}

function pair(key: string, value: string | undefined): [string, string][] {
  return value === undefined ? [] : [[key, value]]
}

/** One stage is being worked on: the first that is open. */
export function settle(spec: Spec, hashes: Hashes, at: string): Spec {
  const current = openStage(spec, hashes) ?? 'validate'
  const stage_status = { ...spec.stage_status }
  for (const stage of SPEC_STAGES) stage_status[stage] = inTurn(stage_status[stage], stage === current, at)
  return { ...spec, stage_status, current_stage: current, updated_at: at }
}

function inTurn(entry: StageStatus, isCurrent: boolean, at: string): StageStatus {
  if (entry.status === 'completed') return entry
  if (!isCurrent) return { ...entry, status: 'pending' }
  return { ...entry, status: 'in_progress', started_at: entry.started_at ?? at }
}

function withoutEnd({ completed_at: _, ...entry }: StageStatus): StageStatus {
  return entry
}

export function hashesFrom(hashOf: (stage: WrittenStage) => string | undefined): Hashes {
  return Object.fromEntries(WRITTEN.flatMap(stage => pair(stage, hashOf(stage))))
}
