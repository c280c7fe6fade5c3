import fs from 'node:fs'

/** The processes that have a file open, as far as the system shows them; this one is left out. */
export function processesUsing(file: string): number[] {
  return namesIn('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(pid => namesIn(`/proc/${pid}/fd`).some(descriptor => targetOf(`/proc/${pid}/fd/${descriptor}`) === file))
    .map(Number)
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    // Not Linux, ended meanwhile, or another user's.
    return []
  }
}

function targetOf(link: string): string | undefined {
  try {
    return fs.readlinkSync(link)
  } catch {
    // Closed meanwhile.
    return undefined
  }
}
