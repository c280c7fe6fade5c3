import type { NextStep } from '../../../lifecycle/next.ts'
import { stepLines } from '../../../lifecycle/render.ts'
import type { Failure, Reason } from '../../../operation/errors.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { spellCommands } from './spell-commands.ts'
import { type Asked, listedCall, type Surface, spellCall, type ToolCall, toolCallFor } from './tool-call.ts'

type Input = Readonly<Record<string, unknown>>

/** A failure as an agent gets it: tools instead of commands, except for what only a person can do. */
export interface AgentFailure extends Omit<Failure, 'fix'> {
  readonly fix?: string
  readonly fix_tool?: ToolCall
}

export function failureForAgents(failure: Failure, surface: Surface, { entry, input = {} }: Asked = {}): AgentFailure {
  if (failure.code === 'needs_person') return failure
  const { fix, message, details, ...rest } = failure
  const call = fix === undefined ? undefined : toolCallFor(fix, surface, { entry, input: fittingPart(failure, input) })
  const reasons = Array.isArray(details?.reasons)
    ? { reasons: (details.reasons as Reason[]).map(reason => reasonForAgents(reason, surface)) }
    : {}
  return {
    ...rest,
    message: spellCommands(message, { surface, ...(entry !== undefined && { entry }) }),
    ...(call !== undefined && { fix_tool: call }),
    ...(call === undefined && fix !== undefined && { fix }),
    ...(details !== undefined && { details: { ...details, ...reasons } }),
  }
}

function reasonForAgents({ fix, ...reason }: Reason, surface: Surface) {
  const call = fix === undefined ? undefined : toolCallFor(fix, surface)
  return { ...reason, ...(call !== undefined ? { fix_tool: call } : fix !== undefined && { fix }) }
}

/** What was given without the fields at fault. */
function fittingPart({ target, details }: Failure, input: Input): Input {
  const issues = Array.isArray(details?.issues) ? (details.issues as { field: string }[]) : []
  const wrong = new Set([target, ...issues.map(({ field }) => field.split('.')[0])])
  return Object.fromEntries(Object.entries(input).filter(([field]) => !wrong.has(field)))
}

/** A value and its text, with every next step as a call of a listed tool and our own hints in the tools' words. */
export function answerForAgents(value: unknown, text: string, surface: Surface, entry: OperationEntry) {
  const steps: NextStep[] = []
  const shown = withTools(value, surface, steps)
  const told = steps.reduce((said, step) => {
    const { command, tool } = stepLines(step)
    return said.replace(`${command}\n${tool}`, () => `- \`${spellCall(callOfStep(step, surface))}\``)
  }, text)
  return { value: shown, text: spellCommands(told, { surface, entry, value }) }
}

function callOfStep({ tool, needs }: NextStep, surface: Surface): ToolCall {
  return listedCall({ ...tool, ...(needs !== undefined && { needs }) }, surface)
}

/** The same value, with the tools of its steps as the client lists them. */
function withTools(value: unknown, surface: Surface, steps: NextStep[]): unknown {
  if (Array.isArray(value)) return value.map(item => withTools(item, surface, steps))
  if (value === null || typeof value !== 'object') return value
  if (isStep(value)) {
    steps.push(value)
    const { needs: _, ...tool } = callOfStep(value, surface)
    return { ...value, says: spellCommands(value.says, { surface }), tool }
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withTools(item, surface, steps)]))
}

function isStep(value: object): value is NextStep {
  return 'says' in value && 'command' in value && 'tool' in value && typeof value.tool === 'object'
}
