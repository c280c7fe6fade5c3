import { isRefused } from '../../operation/errors.ts'
import { Spec, type StageStatus } from '../../specs/model.ts'
import { hashesIn, SPEC_FILE } from '../../specs/spec-file.ts'
import { SPEC_STAGES } from '../../specs/stages.ts'
import { type Hashes, settle } from '../../specs/transitions.ts'
import { openJson } from '../../store/documents/json/json.ts'
import { mergeSides } from '../../store/documents/merge-sides.ts'
import { printRecord } from '../../store/documents/record.ts'
import type { Files } from '../../workspace/workspace-files.ts'

/** A specification in which a merge stopped: stage by stage the side that finished it, and no id is forgotten. */
export function mergedSpec(files: Files, damaged: Buffer): Buffer | undefined {
  const [before = '', other = ''] = mergeSides(damaged.toString('utf8')) ?? []
  const [ours, theirs] = [specIn(before), specIn(other)]
  if (ours === undefined || theirs === undefined) return undefined
  const merged = mergeSpecs(ours, theirs, hashesIn(files))
  return Buffer.from(printRecord(merged, Object.keys(Spec.shape), { before: Buffer.from(before), path: SPEC_FILE }))
}

export function mergeSpecs(ours: Spec, theirs: Spec, hashes: Hashes): Spec {
  const [older, newer] = ours.updated_at <= theirs.updated_at ? [ours, theirs] : [theirs, ours]
  const reopened = movesOf(older.reopened, newer.reopened)
  const stage_status = { ...newer.stage_status }
  for (const stage of SPEC_STAGES) {
    const last = reopened.findLast(move => move.stage === stage)?.at ?? ''
    const by = { last, hash: stage === 'init' ? undefined : hashes[stage] }
    stage_status[stage] = laterStage(older.stage_status[stage], newer.stage_status[stage], by)
  }
  const asked = older.clarity_rounds.length > newer.clarity_rounds.length ? older : newer
  const { verdict } = stage_status.validate === older.stage_status.validate ? older : newer
  const { verdict: _, ...rest } = newer
  const merged = {
    ...rest,
    stage_status,
    clarity_score: asked.clarity_score,
    clarity_rounds: asked.clarity_rounds,
    ...(verdict !== undefined && { verdict }),
    last_ids: highestOf(older.last_ids, newer.last_ids),
    reopened,
    confirmed: movesOf(older.confirmed, newer.confirmed),
  }
  return settle(merged, hashes, newer.updated_at)
}

/** A stage that one side finished is finished, unless it was reopened since; of two texts the one that is there counts. */
function laterStage(
  older: StageStatus,
  newer: StageStatus,
  { last, hash }: { last: string; hash: string | undefined },
): StageStatus {
  const stands = (entry: StageStatus) => entry.status === 'completed' && (entry.completed_at ?? '') >= last
  if (stands(older) !== stands(newer)) return stands(older) ? older : newer
  return older.artifact_hash !== undefined && older.artifact_hash === hash && newer.artifact_hash !== hash
    ? older
    : newer
}

function movesOf(older: Spec['reopened'], newer: Spec['reopened']): Spec['reopened'] {
  const all = new Map([...older, ...newer].map(move => [`${move.at} ${move.stage} ${move.by}`, move]))
  return [...all.values()].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

function highestOf(one: Spec['last_ids'], other: Spec['last_ids']): Spec['last_ids'] {
  const kinds = Object.keys({ ...one, ...other })
  return Object.fromEntries(kinds.map(kind => [kind, Math.max(one[kind] ?? 0, other[kind] ?? 0)]))
}

function specIn(text: string): Spec | undefined {
  try {
    return Spec.safeParse(openJson(Buffer.from(text), SPEC_FILE).data()).data
  } catch (error) {
    if (isRefused(error)) return undefined
    throw error
  }
}
