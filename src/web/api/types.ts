import type { Output } from './call.ts'

/** What operations answer, by the names that the pages use. */
export type StatusDetail = Output<'workspace.status'>
export type LogEntryRow = Output<'store.log'>['entries'][number]
export type SettingDetail = Output<'config.list'>['settings'][number]
export type RunDetail = Output<'run.show'>
export type RequestDetail = Output<'request.show'>
