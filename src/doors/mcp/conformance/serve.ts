import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server'
import { HttpDoor } from '../http/http-door.ts'
import { type NodeExchange, sendWebResponse, toWebRequest } from '../http/web-wire.ts'
import { createFixtureServer } from './server.ts'

/**
 * `furrow mcp --http --conformance`: the door's own HTTP side with the suite's fixtures behind it. The suite cannot send
 * a token, so there is none, and there is nothing here that one would protect.
 */
export async function serveConformance(port: number): Promise<void> {
  const report = (problem: unknown) => void process.stderr.write(`${String(problem)}\n`)
  const door = new HttpDoor(() => createFixtureServer(kind => door.changed(kind)), { report })
  const server = http.createServer((incoming, outgoing) => {
    answer(door, { incoming, outgoing }).catch(problem => {
      report(problem)
      outgoing.destroy()
    })
  })
  await new Promise<void>(resolve => server.listen({ host: '127.0.0.1', port }, resolve))
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp\n`)
}

async function answer(door: HttpDoor, wire: NodeExchange): Promise<void> {
  const request = toWebRequest(wire)
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins())
  if (refused !== undefined) return sendWebResponse(wire, refused)
  return door.handle(wire, { owner: 'conformance' })
}
