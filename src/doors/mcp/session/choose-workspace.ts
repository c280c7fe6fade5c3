import { fileURLToPath } from 'node:url'
import type { Server } from '@modelcontextprotocol/server'

/** Some clients declare roots and never answer; a call does not wait for them. */
const PATIENCE_MS = 5000

/** Where to work: what the person said, else the client's first root where the protocol era has roots, else here. */
export async function chooseWorkspace(server: Server, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  return (await firstRoot(server)) ?? process.cwd()
}

async function firstRoot(server: Server): Promise<string | undefined> {
  if (server.getClientCapabilities()?.roots === undefined) return undefined
  try {
    const { roots } = await server.listRoots(undefined, { timeout: PATIENCE_MS })
    return roots.map(({ uri }) => folderOf(uri)).find(folder => folder !== undefined)
  } catch {
    // Also the answer of the 2026 era, where a server asks its clients nothing.
    return undefined
  }
}

function folderOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}
