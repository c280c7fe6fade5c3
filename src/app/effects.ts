import type { EffectHandler, OutboxEffect } from '../store/journal/outbox.ts'
import type { Call } from '../workspace/call.ts'

type CarryOut = (call: Call, effect: OutboxEffect) => Promise<void>

/** Effects that one domain's commit has on another, by the kind of the outbox row. */
const effects: Readonly<Record<string, CarryOut>> = {
  'stage.done': async (call, { payload }) =>
    (await import('../flows/ports/remember-stages.ts')).rememberStage(call, payload),
  'change.archived': async (call, { payload }) =>
    (await import('../flows/ports/remember-stages.ts')).relocateChange(call, payload),
  'decision.filed': async (call, { payload }) =>
    (await import('../changes/adr/memory/keep-in-memory.ts')).catchUpInMemory(call, payload),
  'spec.stage_done': async (call, { payload }) =>
    (await import('../flows/ports/remember-stages.ts')).rememberSpec(call, payload),
}

/** The handlers as the outbox wants them, in the name of the call after which they run. */
export function effectsFor(call: Call): Readonly<Record<string, EffectHandler>> {
  return Object.fromEntries(Object.entries(effects).map(([kind, carryOut]) => [kind, effect => carryOut(call, effect)]))
}
