import fs from 'node:fs'

const CLOSE_ON_EXEC = 0o2000000

let isDone = false

/**
 * Closes what the program that started Furrow left open (`exec 30</`): a child would inherit it, and could reach through
 * it what no wall covers. What Node and its libraries open is closed on exec; Node sees to that only for the first few.
 */
export function closeInheritedDescriptors(): void {
  if (isDone || process.platform !== 'linux') return
  isDone = true
  for (const descriptor of inheritableIn('self')) if (descriptor > 2) fs.closeSync(descriptor)
}

/** The descriptors of a process that a program it starts would have too. */
export function inheritableIn(pid: number | 'self'): number[] {
  const names = fs.readdirSync(`/proc/${pid}/fd`)
  return names.map(Number).filter(descriptor => isInheritable(`/proc/${pid}/fdinfo/${descriptor}`))
}

function isInheritable(file: string): boolean {
  const info = readIfThere(file)
  if (info === undefined) return false
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1] ?? '0'
  return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0
}

/** The descriptor by which the folder was read is closed by now. */
function readIfThere(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
