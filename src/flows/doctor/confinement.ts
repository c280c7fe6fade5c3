import { isInstalled } from '../../runs/spawn/sandbox.ts'
import { shell } from '../../shared/shell/shell.ts'

/** What keeps runs from a person's files, looked for and not tried out: a look at a repository starts no program. */
export async function lookAtConfinement() {
  if (isInstalled('bwrap'))
    return [
      {
        level: 'ok' as const,
        message: 'bubblewrap is there to confine runs; the record of each run says what held it.',
      },
    ]
  const message = 'Without bubblewrap nothing keeps agents and tools from your files. See SECURITY.md.'
  if (process.platform !== 'linux') return [{ level: 'ok' as const, message }]
  return [{ level: 'warning' as const, message, fix: shell`sudo apt-get install bubblewrap` }]
}
