import { spawn } from 'node:child_process'
import { findProgram, type ProgramSearch, trustedPath } from '../../../store/programs/find-program.ts'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: 'xdg-open', darwin: 'open' }

/** Opens a web address with the desktop's own program, never through a shell; false when there is none. */
export function openBrowser(address: string, search: ProgramSearch): Promise<boolean> {
  const { protocol, href } = new URL(address)
  const opener = findProgram(OPENERS[process.platform] ?? '', search)
  if (opener === undefined || (protocol !== 'http:' && protocol !== 'https:')) return Promise.resolve(false)
  return new Promise(resolve => {
    const child = spawn(opener, [href], {
      detached: true,
      stdio: 'ignore',
      env: { ...search.env, PATH: trustedPath(search) },
    })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
