import fs from 'node:fs'

/** A process as it can be told apart from a later one with the same number. */
export interface ProcessMark {
  readonly pid: number
  readonly startTime: string
}

export function thisProcess(): ProcessMark {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? '' }
}

/** When a process started, in the kernel's own ticks; nothing when there is no such process. */
export function startTimeOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return isSignalable(pid) ? '' : undefined
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may hold spaces and parentheses: fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

export function isAlive({ pid, startTime }: ProcessMark): boolean {
  const now = startTimeOf(pid)
  return now !== undefined && (startTime === '' || now === '' || now === startTime)
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
