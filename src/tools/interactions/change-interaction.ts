import { commandHelp } from '../../operation/command/command-line.ts'
import { refuse } from '../../operation/errors.ts'
import { isOver, type Run } from '../../runs/model.ts'
import { changeRun, readRun } from '../../runs/record/records.ts'
import { removeRun } from '../../runs/record/retention.ts'
import { publishRunEvent } from '../../runs/watch/announce-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import type { Interaction } from '../model.ts'
import { renderAnswer } from '../render-tool.ts'
import { runTool } from '../run/run.ts'
import * as contracts from './contracts.ts'
import { toolRun } from './read-interactions.ts'
import { interactionOf } from './view-interaction.ts'

export const rerun = implement(() => contracts.rerun, {
  async run(call, { id, input, confirmed, wait }) {
    const earlier = await toolRun(call, id)
    const { name = '', input: stored = {}, mode, not_kept: secrets = [] } = earlier.tool ?? {}
    if (mode === 'setup')
      return refuse('usage', `${id} is a setup.`, { target: id, fix: shell`furrow tool setup ${name}` })
    if (input === undefined && secrets.length > 0) return needsAgain(earlier.id, { name, secrets })
    return runTool(call, { name, input: input ?? stored, confirmed, wait })
  },
  render: renderAnswer,
})

/** Without them it would be another run. */
function needsAgain(id: string, { name, secrets }: { name: string; secrets: readonly string[] }) {
  const which = secrets.join(', ')
  return refuse(
    'invalid_state',
    `${which} ${secrets.length === 1 ? 'was' : 'were'} given to ${id} and not kept. Edit its input and give ${secrets.length === 1 ? 'it' : 'them'} again.`,
    { target: secrets[0] ?? id, fix: commandHelp(`run ${name}`) },
  )
}

export const cancel = implement(() => contracts.cancel, {
  async run(call, { id }) {
    await toolRun(call, id)
    const outcome = await call.perform('run.cancel', { id })
    if (!outcome.ok) throw refuse(outcome.error.code, outcome.error.message, outcome.error)
    return interactionOf(outcome.value as Run)
  },
  render: renderShort,
})

export const pin = implement(() => contracts.pin, {
  async run(call, { id, pinned }) {
    await toolRun(call, id)
    return changed(call, id, run => ({ ...run, pinned }))
  },
  render: renderShort,
})

export const annotate = implement(() => contracts.annotate, {
  async run(call, { name, id, tags, notes }) {
    await toolRun(call, id, name)
    return changed(call, id, run =>
      run.tool === undefined
        ? run
        : {
            ...run,
            tool: { ...run.tool, ...(tags !== undefined && { tags }), ...(notes !== undefined && { notes }) },
          },
    )
  },
  render: renderShort,
})

export const remove = implement(() => contracts.remove, {
  async run(call, { name, id, force }) {
    await toolRun(call, id, name)
    return call.store.exclusively(() => {
      const run = readRun(call, id)
      if (!isOver(run))
        throw refuse('blocked', `${id} is under way.`, { target: id, fix: shell`furrow tool cancel ${id}` })
      if ((run.links ?? []).length > 0 && force !== true)
        throw refuse('blocked', `${run.links?.join(', ')} refers to ${id}.`, {
          target: id,
          fix: shell`furrow tool forget ${name} ${id} --force --yes`,
        })
      removeRun(call, id)
      publishRunEvent(call, id)
      return { id, deleted: true as const }
    })
  },
  render: ({ id }) => `The interaction ${id} and its log are gone.`,
})

async function changed(call: Call, id: string, change: (run: Run) => Run): Promise<Interaction> {
  const run = await call.store.exclusively(() => changeRun(call, id, change))
  publishRunEvent(call, id)
  return interactionOf(run ?? readRun(call, id))
}

function renderShort({ id, tool_name: name, status, pinned, notes }: Interaction): string {
  return `**${name}** ${id}: ${status}${pinned === true ? ', pinned' : ''}${notes === null ? '' : `\n\n${notes}`}`
}
