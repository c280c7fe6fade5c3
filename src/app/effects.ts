import type { EffectHandler } from '../store/outbox.ts'

/** Effects that one domain's commit has on another, by the kind of the outbox row. */
export const effects: Readonly<Record<string, EffectHandler>> = {}
