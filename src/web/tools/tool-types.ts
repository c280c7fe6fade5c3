import type { Output } from '../api/call.ts'

export type TrustSubjectRow = Output<'trust.status'>['subjects'][number]
export type InputValues = Readonly<Record<string, unknown>>
