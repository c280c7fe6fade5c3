import type { NextStep } from '../../../lifecycle/next-step.ts'
import { stepLines } from '../../../lifecycle/render-next.ts'
import type { Failure, Reason } from '../../../operation/errors.ts'
import type { OperationInput } from '../../../operation/input.ts'
import type { OperationEntry } from '../../../operation/manifest.ts'
import { spellCommands } from './spell-commands.ts'
import {
  type FailedCall,
  listedCall,
  repeatedCall,
  type Surface,
  spellCall,
  type ToolCall,
  toolCallFor,
} from './tool-call.ts'

/** A failure as an agent gets it: tools instead of commands, except for what only a person can do. */
export interface AgentFailure extends Omit<Failure, 'fix'> {
  readonly fix?: string
  readonly fix_tool?: ToolCall
}

export function failureForAgents(
  failure: Failure,
  surface: Surface,
  { entry, input = {} }: FailedCall = {},
): AgentFailure {
  if (failure.code === 'needs_person') return failure
  const { fix, message, details, ...rest } = failure
  const asked = { entry, ...fittingPart(failure, input) }
  const call = callAgainst(failure, surface, asked)
  const reasons = Array.isArray(details?.reasons)
    ? { reasons: (details.reasons as Reason[]).map(reason => reasonForAgents(reason, surface, { entry, input })) }
    : {}
  return {
    ...rest,
    message: spellCommands(message, { surface, ...(entry !== undefined && { entry }) }),
    ...(call !== undefined && { fix_tool: call }),
    ...(call === undefined && fix !== undefined && { fix }),
    ...(details !== undefined && { details: { ...details, ...reasons } }),
  }
}

function reasonForAgents({ fix, ...reason }: Reason, surface: Surface, { entry, input = {} }: FailedCall) {
  const asked = { entry, ...fittingPart({ target: reason.ids?.[0] }, input) }
  const call = fix === undefined ? undefined : toolCallFor(fix, surface, asked)
  return { ...reason, ...(call !== undefined ? { fix_tool: call } : fix !== undefined && { fix }) }
}

/** What was given without what is at fault. A target is a field, or the value of one. */
function fittingPart(
  { target, details }: AtFault,
  input: OperationInput,
): Pick<FailedCall, 'input' | 'target' | 'wrong'> {
  const issues = Array.isArray(details?.['issues']) ? (details['issues'] as { field: string }[]) : []
  const named = Object.keys(input).find(field => target !== undefined && input[field] === target) ?? fieldOf(target)
  const wrong = new Set([named, ...issues.map(({ field }) => field.split('.')[0])])
  return {
    input: Object.fromEntries(Object.entries(input).filter(([field]) => !wrong.has(field))),
    target: named,
    wrong: Object.keys(input).filter(field => wrong.has(field)),
  }
}

/** A field as the tool lists it: `relate_to.0` is a part of `relate_to`. */
function fieldOf(target: string | undefined): string | undefined {
  return target?.split('.')[0]
}

/** Where no command of ours helps, a value that does not fit or names nothing is asked for again. */
function callAgainst({ code, fix }: Failure, surface: Surface, asked: FailedCall): ToolCall | undefined {
  const call = fix === undefined ? undefined : toolCallFor(fix, surface, asked)
  const isOurs = fix?.startsWith('furrow ') === true
  const isFault = code === 'usage' || code === 'not_found' || code === 'too_large'
  return call ?? (isOurs || !isFault ? undefined : repeatedCall(surface, asked))
}

interface AtFault {
  readonly target?: string | undefined
  readonly details?: Failure['details']
}

/** A value and its text, with every next step as a call of a listed tool and our own hints in the tools' words. */
export function answerForAgents(value: unknown, text: string, surface: Surface, entry: OperationEntry) {
  const steps: NextStep[] = []
  const shown = withMore(withTools(value, surface, steps), surface)
  const spoken = (said: string) => spellCommands(withCalls(said, steps, surface), { surface, entry, value })
  return { value: withBrief(shown, spoken), text: spoken(text) }
}

/** Each next step, as a command and a tool or as a block of its own, as the one call. */
function withCalls(text: string, steps: readonly NextStep[], surface: Surface): string {
  return steps.reduce((said, step) => {
    const { command, tool } = stepLines(step)
    const call = () => `- \`${spellCall(callOfStep(step, surface))}\``
    return said.replace(`${command}\n${tool}`, call).replace(`\`\`\`bash\n${step.command}\n\`\`\``, call)
  }, text)
}

/** The brief that comes with a transition is a text for the model, too. */
function withBrief(value: unknown, spoken: (said: string) => string): unknown {
  if (value === null || typeof value !== 'object' || !('brief' in value)) return value
  return typeof value.brief === 'string' ? { ...value, brief: spoken(value.brief) } : value
}

/** The answer of a run that is cut says how to read on. */
function withMore(value: unknown, surface: Surface): unknown {
  if (value === null || typeof value !== 'object' || !('interaction_id' in value && 'more' in value)) return value
  const call = typeof value.more === 'string' ? toolCallFor(value.more, surface) : undefined
  return call === undefined ? value : { ...value, more: spellCall(call) }
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
