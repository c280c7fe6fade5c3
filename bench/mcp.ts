import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Manifest, OperationEntry } from '../src/operation/manifest.ts'
import { packageRoot } from '../src/store/installation/package-root.ts'
import type { Row } from './row.ts'

const ROUNDS = 21
const LIMIT = 4
const root = packageRoot()
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env

/** From the start of the process to the answered `tools/list`, beside `node -e 0` of the same minute. */
export async function run(): Promise<Row[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-bench-mcp-'))
  try {
    return await measure(subjectsIn(folder))
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

interface Subject {
  readonly what: string
  readonly command: readonly string[]
  readonly messages: readonly object[]
  readonly home: string
}

async function measure(subjects: readonly Subject[]): Promise<Row[]> {
  const times = new Map<Subject | 'base', number[]>()
  // One round of all before the next one: a busy moment of the machine hits base and subjects alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const subject of ['base' as const, ...subjects]) {
      const time = await (subject === 'base' ? untilExit(['-e', '0']) : untilListed(subject))
      times.set(subject, [...(times.get(subject) ?? []), time])
    }
  }
  const base = median(times.get('base') ?? [])
  return subjects.map(subject => {
    const figure = median(times.get(subject) ?? [])
    return { what: subject.what, figure, unit: 'ms', base, ratio: figure / base, limit: LIMIT }
  })
}

function subjectsIn(folder: string): Subject[] {
  const home = path.join(folder, 'home')
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'dist/manifest.json'), 'utf8')) as Manifest
  const many = withManyOperations(manifest)
  const large = path.join(folder, 'dist')
  fs.mkdirSync(large)
  for (const file of ['furrow.cjs', 'mcp.cjs']) fs.copyFileSync(path.join(root, 'dist', file), path.join(large, file))
  const alike = fs
    .readdirSync(path.join(root, 'dist'))
    .filter(name => name === 'chunks' || name.startsWith('compiled-'))
  for (const name of alike) fs.symlinkSync(path.join(root, 'dist', name), path.join(large, name))
  fs.symlinkSync(path.join(root, 'guides'), path.join(folder, 'guides'))
  fs.writeFileSync(path.join(large, 'manifest.json'), JSON.stringify(many))
  const every = many.operations.flatMap(({ mcp }) => mcp?.tool ?? []).join(',')
  const [small, big] = [path.join(root, 'dist/furrow.cjs'), path.join(large, 'furrow.cjs')]
  return [
    { what: 'MCP start to tools/list (2025-11-25)', command: [small, 'mcp'], messages: legacy, home },
    { what: 'MCP start to tools/list (2026-07-28)', command: [small, 'mcp'], messages: modern, home },
    { what: 'MCP start, 100 operations (2025-11-25)', command: [big, 'mcp'], messages: legacy, home },
    { what: 'MCP start, 100 operations (2026-07-28)', command: [big, 'mcp'], messages: modern, home },
    { what: 'MCP start, 100 operations all listed', command: [big, 'mcp', '--tools', every], messages: legacy, home },
  ]
}

/** A registry as large as it is meant to become, with inputs as real ones have. */
function withManyOperations(manifest: Manifest): Manifest {
  const made = Array.from({ length: 100 - manifest.operations.length }, (_, index): OperationEntry => {
    const properties = {
      id: { type: 'string', minLength: 1, maxLength: 120, description: 'Which one.', 'x-furrow': 'id' },
      title: { type: 'string', description: 'What it is called, in a few words.' },
      kind: { type: 'string', enum: ['feature', 'fix', 'refactor', 'enhancement'], description: 'What kind of work.' },
      tags: { type: 'array', items: { type: 'string' }, description: 'Words to find it by.' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 50 },
      expected_revision: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'What you have read.' },
    }
    const object = { type: 'object', properties, required: ['id', 'title'], additionalProperties: false }
    return {
      name: `bench.number_${index}`,
      domain: 'bench',
      key: `number${index}`,
      summary: 'Does one of the many things that a workbench does, and says so in a sentence of usual length.',
      effect: 'write',
      authority: 'anyone',
      input: object,
      output: object,
      mcp: { tool: `bench_number_${index}` },
    }
  })
  return { ...manifest, operations: [...manifest.operations, ...made] }
}

const clientInfo = { name: 'bench', version: '1.0.0' }
const legacy = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 'list', method: 'tools/list' },
]
const modern = [
  {
    jsonrpc: '2.0',
    id: 'list',
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
]

function untilExit(args: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' })
  return new Promise(resolve => child.once('exit', () => resolve(performance.now() - started)))
}

function untilListed({ command, messages, home }: Subject): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, command, {
    env: { ...env, FURROW_HOME: home },
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: os.tmpdir(),
  })
  let out = ''
  let time = Number.NaN
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (!Number.isNaN(time) || !/"id":"list"\}?\n/.test(out)) return
    time = performance.now() - started
    child.stdin.end()
  })
  child.stdin.write(messages.map(message => `${JSON.stringify(message)}\n`).join(''))
  return new Promise(resolve => child.once('exit', () => resolve(time)))
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
