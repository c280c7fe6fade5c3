import net from 'node:net'

/** The variable that holds the token of a run's door. */
export const TOKEN = 'FURROW_RUN_TOKEN'

/** `furrow mcp --socket <path>`: standard input and output of an MCP server, joined to the door of a run. */
export function bridgeSocket(socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const door = net.connect(socket, () => {
      door.write(`${process.env[TOKEN] ?? ''}\n`)
      process.stdin.pipe(door)
      door.pipe(process.stdout)
    })
    door.once('error', reject)
    door.once('close', resolve)
  })
}
