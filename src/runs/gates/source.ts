import { isRefused } from '../../operation/errors.ts'
import type { OperationEntry } from '../../operation/manifest.ts'
import type { Call } from '../../workspace/call.ts'
import type { DynamicOperation, DynamicSource } from '../../workspace/dynamic.ts'
import { whyNotTrusted } from '../../workspace/trust/require.ts'
import type { FollowedRun } from '../model.ts'
import { renderFollowed } from '../show/render-run.ts'
import type { Gate } from './model.ts'
import { type Gates, readGates } from './read-gates.ts'
import { runGate } from './run.ts'

/** The gates of a trusted repository as operations of their own: `gate.lint`, over MCP the tool `gate_lint`. */
export const gateSource: DynamicSource = {
  kinds: ['trust', 'config'],
  async list(call) {
    const { gates, subject } = readQuietly(call)
    if (subject === undefined || whyNotTrusted(call, subject) !== undefined) return []
    const own = call.manifest.operations.map(({ name }) => name)
    const free = gates.filter(({ name }) => !own.includes(`gate.${name}`))
    return free
      .filter((gate, index) => free.findIndex(other => toolOf(other) === toolOf(gate)) === index)
      .map(toOperation)
  },
}

/** A config that cannot be read brings no operations along; whoever asks for a gate by name is told why. */
function readQuietly(call: Call): Pick<Gates, 'gates' | 'subject'> {
  try {
    return readGates(call)
  } catch (error) {
    if (isRefused(error)) return { gates: [], subject: undefined }
    throw error
  }
}

function toOperation(gate: Gate): DynamicOperation {
  return {
    entry: entryOf(gate),
    run: call => runGate(call, gate.name),
    render: output => renderFollowed(output as FollowedRun),
  }
}

function entryOf(gate: Gate): OperationEntry {
  return {
    name: `gate.${gate.name}`,
    domain: 'gates',
    key: gate.name,
    summary: `Run the quality gate ${gate.name} of this repository.`,
    effect: 'write',
    authority: 'anyone',
    input: { type: 'object', properties: {}, additionalProperties: false },
    output: { type: 'object' },
    mcp: { tool: toolOf(gate) },
  }
}

function toolOf({ name }: Gate): string {
  return `gate_${name.replace(/[^A-Za-z0-9]+/g, '_')}`.slice(0, 64)
}
