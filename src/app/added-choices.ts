import { allFlows } from '../changes/flows.ts'
import { customFlows } from '../changes/record/custom-flows.ts'
import { listOwnTypes } from '../explorations/types/load.ts'
import { isRefused } from '../operation/errors.ts'
import type { AddedChoices } from '../operation/names/choices.ts'
import type { Call } from '../workspace/call.ts'

/** The words that this repository adds: the flows of its config, and its own types of projects. */
export async function addedChoices(call: Call): Promise<AddedChoices> {
  return { ...(await fromFlows(call)), ...fromTypes(call) }
}

async function fromFlows(call: Call): Promise<AddedChoices> {
  try {
    const custom = await customFlows(call)
    if (Object.keys(custom).length === 0) return {}
    const flows = allFlows(custom)
    return {
      change_type: flows.map(({ type }) => type),
      change_size: flows.map(({ size }) => size),
      change_stage: flows.flatMap(({ stages }) => stages),
    }
  } catch (error) {
    // A config that cannot be read is named by whatever uses it; the list of tools has to come all the same.
    if (isRefused(error)) return {}
    throw error
  }
}

/** Those that Furrow brings along are in the schemas already, so their files are not read for a list of tools. */
function fromTypes(call: Call): AddedChoices {
  const types = listOwnTypes(call).flatMap(({ type, problem }) =>
    type === undefined || problem !== undefined ? [] : [type],
  )
  if (types.length === 0) return {}
  return {
    project_type: types.map(({ name }) => name),
    artifact_kind: types.flatMap(({ kinds }) => Object.keys(kinds)),
  }
}
