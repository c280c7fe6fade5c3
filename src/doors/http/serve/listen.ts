import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { hasCode } from '../../../store/files/io-refusal.ts'

/** The only address that a server without users, TLS and host names may bind. */
export const LOOPBACK = '127.0.0.1'
const TRIES = 100

/** Binds the wanted port, or the next free one unless exactly this one was asked for. */
export async function listen(server: Server, { port, exact }: { port: number; exact: boolean }): Promise<number> {
  for (let next = port; next < Math.min(port + TRIES, 65_536); next += 1) {
    if (await bind(server, next)) return (server.address() as AddressInfo).port
    if (exact) throw taken(`Port ${port} is in use by another program.`)
  }
  throw taken(`No port from ${port} on is free.`)
}

function taken(message: string) {
  return refuse('conflict', message, { target: 'port', fix: shell`furrow serve --port 0` })
}

function bind(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      server.off('error', onError)
      server.off('listening', onListening)
      settled()
    }
    const onError = (error: Error) =>
      settle(() => (hasCode(error, 'EADDRINUSE') ? resolve(false) : reject(bindRefusal(error, port))))
    const onListening = () => settle(() => resolve(true))
    server.on('error', onError)
    server.on('listening', onListening)
    server.listen({ host: LOOPBACK, port, exclusive: true })
  })
}

function bindRefusal(error: Error, port: number): unknown {
  if (!hasCode(error, 'EACCES')) return error
  return refuse('io_error', `This user may not bind port ${port}.`, {
    target: 'port',
    fix: shell`furrow serve`,
    cause: error,
  })
}
