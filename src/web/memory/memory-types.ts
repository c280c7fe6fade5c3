import type { Output } from '../api/call.ts'

export type MemoryRecord = Output<'memory.get'>['observation']
