import { blocked, type Reason, refuse } from '../operation/errors.ts'
import { shell } from '../operation/shell.ts'
import { revisionOf } from '../store/files.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Call } from '../workspace/call.ts'
import { filesOf } from '../workspace/files.ts'
import { guideText } from '../workspace/guides/text.ts'
import type { Spec, SpecView } from './model.ts'
import { whyNotWrite } from './rules.ts'
import { hashesIn, putSpec, requireSpec } from './spec-file.ts'
import { pathOf, type Written } from './stages.ts'
import { write } from './transitions.ts'
import { viewSpec } from './view.ts'

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

export interface Saving {
  readonly stage: Written
  readonly overwrite: boolean
  compose(tx: Transaction, spec: Spec): Composed
}

/** Writes the file of the current stage and moves on, in one step. */
export async function save(call: Call, { stage, overwrite, compose }: Saving): Promise<SpecView> {
  const at = new Date(call.clock.now()).toISOString()
  const made = await call.store.transact(call, tx => {
    const before = requireSpec(tx)
    guard(whyNotWrite(before, stage, hashesIn(tx)))
    const composed = compose(tx, before)
    const kept =
      composed.appends === true
        ? undefined
        : keepOther(tx, call, { stage, overwrite, spec: before, text: composed.text })
    tx.write(pathOf(stage), composed.text)
    const spec = write({ ...before, ...composed.spec }, stage, { hashes: hashesIn(tx), done: composed.done, at })
    putSpec(tx, spec)
    if (composed.done) tx.enqueue('spec.stage_done', { stage, path: pathOf(stage), content: composed.text })
    tx.describe(`${composed.done ? 'finished' : 'wrote'} ${stage} of the specification`)
    return {
      spec,
      kept: kept ?? null,
      ids_given: [...(composed.ids_given ?? [])],
      notices: [...(composed.notices ?? [])],
    }
  })
  const { spec, kept, ids_given, notices } = made
  const saved = { path: pathOf(stage), ...(kept !== null && { kept }), ids_given }
  return viewSpec(filesOf(call), spec, { saved, notices })
}

export function guard(reasons: readonly Reason[]): void {
  if (reasons.length > 0) throw blocked(reasons)
}

export function templateOf(stage: Written): Promise<string> {
  return guideText({ file: `templates/${stage}.md` })
}

interface Replacing {
  readonly stage: Written
  readonly overwrite: boolean
  readonly spec: Spec
  readonly text: string
}

/** A file that is not as Furrow wrote it is somebody's own work: kept beside the new one, and replaced only when told to. */
function keepOther(tx: Transaction, call: Call, { stage, overwrite, spec, text }: Replacing): string | undefined {
  const path = pathOf(stage)
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
