import { shell } from '../../shared/shell/shell.ts'
import './jitless.ts'
import fs from 'node:fs'
import path from 'node:path'
import { type Manifest, type Outputs, withOutputs } from '../../operation/manifest.ts'
import { type McpCommand, parseArguments } from './arguments.ts'
import { serveConnection } from './session/connection.ts'
import { claimStdout } from './wire/stdout.ts'

const USAGE = shell`furrow mcp --help`
async function main(task: McpCommand): Promise<void> {
  if (task.kind === 'serve') return serve(task)
  if (task.kind === 'bridge') return join(task.socket)
  if (task.kind === 'cost') return (await import('./tools/cost.ts')).printCost(readManifest())
  if (task.kind === 'conformance') return (await import('./conformance/serve.ts')).serveConformance(task.port)
  process.stderr.write(`usage    ${task.problem}\n  fix    ${USAGE}\n`)
  process.exitCode = 2
}

async function serve(task: McpCommand & { kind: 'serve' }): Promise<void> {
  const output = claimStdout()
  const instructions = fs.readFileSync(path.join(__dirname, '../guides/instructions.md'), 'utf8')
  const streams = { input: process.stdin, output }
  await serveConnection({ ...task, manifest: readManifest(), instructions, streams })
  process.exit(0)
}

/** The agent of a run reaches the door that its host opened; a door that is shut ends it. */
async function join(socket: string): Promise<void> {
  await (await import('./http/bridge.ts')).bridgeSocket(socket)
  process.exit(0)
}

function readManifest(): Manifest {
  return withOutputs(read('manifest.json') as Manifest, () => read('outputs.json') as Outputs)
}

function read(name: string): unknown {
  return JSON.parse(fs.readFileSync(path.join(__dirname, name), 'utf8'))
}

void main(parseArguments(process.argv.slice(process.argv[2] === 'mcp' ? 3 : 2)))
