/** How a tool calls back to the server of its worktree, under the names that the original gives these variables. */
export const SERVER_URL = 'SDLC_SERVER_URL'
export const AGENT_TOKEN = 'SDLC_AGENT_TOKEN'

/** Furrow has a value of its own for these, while a server runs. */
export function isServerAccess(name: string): boolean {
  return name === SERVER_URL || name === AGENT_TOKEN
}
