import type { Output } from '../api/call.ts'

/** What the operations of tools answer, by the names that these pages use. */
export type Tool = Output<'tool.list'>['tools'][number]
export type FormField = NonNullable<Tool['form_layout']>[number]
export type ResultAction = NonNullable<Tool['result_actions']>[number]
export type RenderHint = NonNullable<Tool['render']>
export type Interaction = Output<'tool.interactions'>['interactions'][number]
export type Subject = Output<'trust.status'>['subjects'][number]
export type Values = Readonly<Record<string, unknown>>
