import os from 'node:os'
import path from 'node:path'

/** Where the person's own folder of Furrow is, made already or not. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env.FURROW_HOME ?? path.join(env.HOME ?? os.homedir(), '.furrow')
}
