import { blocked, type Reason, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { revisionOf } from '../../store/files/files.ts'
import type { Transaction } from '../../store/journal/transaction.ts'
import type { Call } from '../../workspace/call.ts'
import { guideText } from '../../workspace/guides/text.ts'
import { filesOf } from '../../workspace/workspace-files.ts'
import { ambiguitiesIn } from '../lint/ambiguities.ts'
import type { Spec, SpecView } from '../model.ts'
import { viewSpec } from '../show/view-spec.ts'
import { hashesIn, putSpec, requireSpec } from '../spec-file.ts'
import { decisions } from '../spec-ports.ts'
import { whyNotWrite } from '../stage-rules.ts'
import { stagePath, type WrittenStage } from '../stages.ts'
import { brokenLinks } from '../trace/broken-links.ts'
import { traceOf } from '../trace/coverage.ts'
import type { RecordedDecision } from '../trace/graph.ts'
import { writeStage } from '../transitions.ts'
import { rememberEdited, rememberStage } from './remember.ts'
import { sectionsInFiles } from './texts.ts'

/** What a stage makes of its input, knowing the specification as it is under the lock. */
export interface Composed {
  readonly text: string
  /** False for a draft: the stage stays open. */
  readonly done: boolean
  readonly ids_given?: readonly string[]
  readonly notices?: readonly string[]
  /** What `sdd.json` learns beside the stage's own state. */
  readonly spec?: Partial<Spec>
  /** The text holds all of the file that is there, so nothing is lost by writing it. */
  readonly appends?: boolean
}

export interface StageSave {
  readonly stage: WrittenStage
  readonly overwrite: boolean
  compose(tx: Transaction, spec: Spec): Composed
}

/** Writes the file of the current stage and moves on, in one step. */
export async function saveStage(call: Call, { stage, overwrite, compose }: StageSave): Promise<SpecView> {
  const at = new Date(call.clock.now()).toISOString()
  const recorded = await call.port(decisions)
  const made = await call.store.transact(call, tx => {
    const before = requireSpec(tx)
    refuseStage(whyNotWrite(before, stage, hashesIn(tx)))
    refuseStage(whyAmbiguous(tx, stage))
    const composed = compose(tx, before)
    const kept =
      composed.appends === true
        ? undefined
        : keepOther(tx, call, { stage, overwrite, spec: before, text: composed.text })
    tx.write(stagePath(stage), composed.text)
    const broken = stage === 'validate' ? [] : brokenIn(tx, stage, recorded)
    const spec = writeStage({ ...before, ...composed.spec }, stage, { hashes: hashesIn(tx), done: composed.done, at })
    putSpec(tx, spec)
    if (composed.done) rememberStage(tx, stage)
    rememberEdited(tx, before, stage)
    tx.describe(`${composed.done ? 'finished' : 'wrote'} ${stage} of the specification`)
    return {
      spec,
      kept: kept ?? null,
      ids_given: [...(composed.ids_given ?? [])],
      notices: [...(composed.notices ?? []), ...broken],
    }
  })
  const { spec, kept, ids_given, notices } = made
  const saved = { path: stagePath(stage), ...(kept !== null && { kept }), ids_given }
  return viewSpec(filesOf(call), spec, { saved, notices })
}

/** What `furrow lint` and the verdict will object to in the text just written. */
function brokenIn(tx: Transaction, stage: WrittenStage, recorded: readonly RecordedDecision[]): string[] {
  const parts = sectionsInFiles(tx)
  return brokenLinks(traceOf(parts, { decisions: recorded }), parts)
    .filter(({ path }) => path === stagePath(stage))
    .map(({ path, line, message }) => `${path}:${line}: ${message}`)
}

/** Nothing is built on a file that says two things at once. The file that this call writes does not count. */
export function whyAmbiguous(tx: Transaction, written?: WrittenStage): Reason[] {
  return ambiguitiesIn(tx)
    .filter(({ path }) => written === undefined || path !== stagePath(written))
    .map(({ kind, path, id, message, fix }) => ({ code: kind, ids: [id ?? path], message, fix }))
}

export function refuseStage(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw blocked(reasons)
}

export function templateOf(stage: WrittenStage): Promise<string> {
  return guideText({ file: `templates/${stage}.md` })
}

interface Replacing {
  readonly stage: WrittenStage
  readonly overwrite: boolean
  readonly spec: Spec
  readonly text: string
}

/** A file that is not as Furrow wrote it is somebody's own work: kept beside the new one, and replaced only when told to. */
function keepOther(tx: Transaction, call: Call, { stage, overwrite, spec, text }: Replacing): string | undefined {
  const path = stagePath(stage)
  const current = tx.read(path)
  const { artifact_hash } = spec.stage_status[stage]
  if (current === undefined || revisionOf(current.bytes) === artifact_hash) return undefined
  if (!overwrite) throw inTheWay(path, artifact_hash !== undefined, call.store.keep(path, Buffer.from(text)))
  const kept = freePlace(tx, path)
  tx.create(kept, current.bytes)
  return kept
}

function inTheWay(path: string, wasOurs: boolean, kept: string) {
  const what = wasOurs ? 'was edited since Furrow wrote it' : 'is there already and Furrow did not write it'
  return refuse(
    'conflict',
    `${path} ${what}. Nothing was written; your text is kept in ${kept}. With overwrite the file is kept beside the new one.`,
    { target: path, fix: shell`mv ${path} ${ownName(path, 1)}`, details: { kept } },
  )
}

function freePlace(tx: Transaction, path: string): string {
  for (let n = 1; ; n += 1) if (!tx.exists(ownName(path, n))) return ownName(path, n)
}

/** `sdd/design.md` becomes `sdd/design.own.md`, then `sdd/design.own-2.md`. */
function ownName(path: string, n: number): string {
  return path.replace(/\.md$/, n === 1 ? '.own.md' : `.own-${n}.md`)
}
