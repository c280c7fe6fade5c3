import type { Run } from '../model.ts'

/** The ends of the runs that this process owns: whoever waits here need not hear of them by way of the disk. */
const ends = new Map<string, Promise<Run>>()

export function registerLocalRun(id: string, settled: Promise<Run>): void {
  ends.set(id, settled)
  const forget = () => void ends.delete(id)
  settled.then(forget, forget)
}

/** The run at its end, when this process owns it. */
export function localRunEnd(id: string): Promise<Run> | undefined {
  return ends.get(id)
}
