import { blocked, refuse } from '../operation/errors.ts'
import { shell } from '../shared/shell/shell.ts'
import { type Call, implement } from '../workspace/call.ts'
import { filesOf } from '../workspace/workspace-files.ts'
import { whyNotStart } from './change-rules.ts'
import { isChecked } from './context/checked.ts'
import * as contracts from './contracts.ts'
import { contextFor, finishStage, withNewline, withReport } from './finish-stage.ts'
import { allFlows, type CustomFlows, flowFor } from './flows.ts'
import type { ChangeView } from './model.ts'
import { readCatalog } from './record/catalog.ts'
import {
  activeIn,
  CHANGES,
  type ChangeFiles,
  type Files,
  HISTORY,
  printChange,
  readChangeFolder,
} from './record/change-files.ts'
import { customFlows } from './record/custom-flows.ts'
import { freeId } from './record/free-id.ts'
import { idsInOtherWorktrees } from './record/other-worktrees.ts'
import { renderChange, viewChange } from './show/view-change.ts'
import { beginChange } from './transitions.ts'

export const start = implement(() => contracts.start, {
  async run(call, { type, size, description, content }) {
    if (description.trim() === '')
      return refuse('usage', 'description is required: say in a sentence what the change does.', {
        target: 'description',
        fix: shell`furrow change start --help`,
      })
    const custom = await customFlows(call)
    const flow = flowFor(type, size, custom)
    if (flow === undefined) return unknownFlow(type, size, custom)
    if (content !== undefined && content.trim() === '')
      return refuse('usage', 'content is empty: leave it out, or say what the first stage says.', {
        target: 'content',
        fix: shell`furrow change start --help`,
      })
    const repeated = await startedBefore(call, { type, size, description, content })
    if (repeated !== undefined) return repeated
    const context = content === undefined ? undefined : await contextFor(call, { flow, description, content })
    const at = new Date(call.clock.now()).toISOString()
    const elsewhere = idsInOtherWorktrees(call)
    const kept = await call.store.transact(call, tx => {
      const active = activeIn(readChangeFolder(tx))
      if (active !== undefined && isRepeated(tx, active, { type, size, description, content }))
        return { ...active, repeated: true }
      const reasons = whyNotStart(active?.change)
      if (reasons.length > 0) throw blocked(reasons)
      const taken = new Set([...tx.list(CHANGES), ...tx.list(HISTORY), ...elsewhere])
      const id = freeId(description, taken)
      const folder = `${CHANGES}/${id}`
      const begun = beginChange({ id, type, size, description, flow }, at)
      const change =
        content === undefined ? begun : finishStage(tx, { change: begun, folder }, { text: content, at, context })
      tx.emit('change', id, tx.create(`${folder}/change.json`, printChange(change, undefined, folder)))
      tx.describe(`started the change ${id}`)
      return { change, folder, repeated: false }
    })
    // Of several calls at once one started it, and the others are told.
    if (kept.repeated) return viewRepeated(call, kept)
    return withReport(viewChange(call, kept, { checked: context !== undefined }), context)
  },
  render: renderChange,
})

interface Starting {
  readonly type: string
  readonly size: string
  readonly description: string
  readonly content: string | undefined
}

/** A client that lost an answer sends its call again: it gets the change that the first one started. */
async function startedBefore(call: Call, starting: Starting): Promise<ChangeView | undefined> {
  await call.store.settled()
  const active = activeIn(readCatalog(call))
  if (active === undefined || !isRepeated(filesOf(call), active, starting)) return undefined
  return viewRepeated(call, active)
}

function viewRepeated(call: Call, active: ChangeFiles): ChangeView {
  const view = viewChange(call, active, { checked: isChecked(call, filesOf(call), active.change) })
  const says = `${active.change.id} was started before; nothing was written. ${view.next.says}`
  return { ...view, already_started: true, next: { ...view.next, says } }
}

function isRepeated(files: Files, { change, folder }: ChangeFiles, { content, ...starting }: Starting): boolean {
  const { type, size, description } = starting
  if (change.type !== type || change.size !== size || change.description !== description) return false
  const [first] = change.stages
  const saved = files.read(`${folder}/${first?.name}.md`)?.bytes.toString('utf8')
  return content === undefined || saved === withNewline(content)
}

function unknownFlow(type: string, size: string, custom: CustomFlows) {
  const flows = allFlows(custom)
  const types = [...new Set(flows.map(flow => flow.type))]
  const sizes = flows.filter(flow => flow.type === type).map(flow => flow.size)
  const badType = !types.includes(type)
  return refuse(
    'usage',
    badType
      ? `invalid change type "${type}": must be one of: ${types.join(', ')}`
      : `invalid change size "${size}": must be one of: ${sizes.join(', ')}`,
    { target: badType ? 'type' : 'size', fix: shell`furrow change start --help` },
  )
}
