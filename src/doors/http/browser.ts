import { spawn } from 'node:child_process'

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = { linux: 'xdg-open', darwin: 'open' }

/** Opens a web address with the desktop's own program, never through a shell; false when there is none. */
export function openBrowser(address: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const { protocol, href } = new URL(address)
  const opener = OPENERS[process.platform]
  if (opener === undefined || (protocol !== 'http:' && protocol !== 'https:')) return Promise.resolve(false)
  return new Promise(resolve => {
    const child = spawn(opener, [href], { detached: true, stdio: 'ignore', env: { ...env } })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
