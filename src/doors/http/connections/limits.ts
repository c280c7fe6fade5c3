import fs from 'node:fs'

export interface ConnectionLimits {
  readonly inAll: number
  /** Connections that have not shown a valid session or token yet. */
  readonly unidentified: number
  /** Connections of one session or token. */
  readonly perClient: number
  /** Requests of one connection that wait for their answers. */
  readonly unanswered: number
  readonly headersMs: number
  readonly requestMs: number
  readonly keepAliveMs: number
  /** How long a client may take nothing of an answer. */
  readonly stalledMs: number
  /** How often requests are looked at that take too long. */
  readonly checkMs: number
}

/** Half of the descriptors are for connections; files, databases and child processes need the rest. */
export function connectionLimits(descriptors = openFileLimit()): ConnectionLimits {
  const inAll = Math.max(16, Math.min(10_000, Math.floor(descriptors / 2)))
  return {
    inAll,
    unidentified: Math.floor((inAll * 3) / 4),
    perClient: Math.floor(inAll / 2),
    unanswered: 100,
    // A machine that stands still for some seconds must not take what has arrived meanwhile for a slow client.
    headersMs: 30_000,
    requestMs: 60_000,
    // A client that was told a shorter one may write just when the server hangs up, and loses a call that it cannot repeat.
    keepAliveMs: 75_000,
    stalledMs: 120_000,
    checkMs: 2_000,
  }
}

/** How many files this process may have open. Node has raised the soft limit to the hard one by now. */
function openFileLimit(): number {
  try {
    const text = fs.readFileSync('/proc/self/limits', 'utf8')
    return asNumber(/^Max open files +(\w+)/m.exec(text)?.[1])
  } catch {
    // Not Linux: the report says the same and takes longer.
    const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } }
    return asNumber(report.userLimits?.open_files?.soft)
  }
}

function asNumber(limit: unknown): number {
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit ?? 256)
}
