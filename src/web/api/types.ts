import type { Output } from './call.ts'

/** What operations answer, by the names that the pages use. */
export type Status = Output<'workspace.status'>
export type Need = Status['needs'][number]
export type LogEntry = Output<'store.log'>['entries'][number]
export type Actor = LogEntry['actor']
export type Setting = Output<'config.list'>['settings'][number]
export type Run = Output<'run.show'>
export type RunKind = Run['kind']
export type RunStatus = Run['status']
export type Attachment = NonNullable<Run['attachments']>[number]
export type PersonRequest = Output<'request.show'>
