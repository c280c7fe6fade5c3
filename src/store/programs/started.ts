import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

/** Node gives a child without streams, and no error yet, when this process may open no more files. */
export function requireStarted<C extends ChildProcess>(child: C): C {
  if (child.stdout !== undefined) return child
  child.once('error', () => undefined)
  throw openFilesRefusal()
}

export function openFilesRefusal(cause?: unknown) {
  const limit = openFilesLimit()
  const said = limit === undefined ? '' : ` This shell allows ${limit} (ulimit -n).`
  return refuse('io_error', `Too many files are open to start another program.${said}`, {
    target: 'ulimit -n',
    fix: shell`ulimit -n 1024`,
    ...(cause !== undefined && { cause }),
  })
}

/** Node has raised it as far as it may. */
function openFilesLimit(): string | undefined {
  try {
    return /^Max open files\s+(\d+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8'))?.[1]
  } catch {
    return undefined
  }
}
