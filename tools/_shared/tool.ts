import { readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonSchema = { [keyword: string]: unknown }

export interface SecretRef {
  env_var: string
  description: string
  required: boolean
  scope?: string
  when?: string
}

export interface FormField {
  key: string
  type: 'text' | 'textarea' | 'code' | 'select' | 'checkbox' | 'date_range' | 'file'
  label?: string
  placeholder?: string
  options?: string[]
  language?: string
  default?: unknown
  secret?: boolean
  required?: boolean
  show_when?: string
  options_from?: string
  help?: string
}

export interface ResultAction {
  id?: string
  label: string
  icon?: string
  condition?: string
  prompt_template: string
  confirm?: string
  operation?: { name: string; input: Record<string, unknown> }
}

export interface RenderHint {
  kind: 'table' | 'chart' | 'markdown' | 'image' | 'diff' | 'file' | 'log' | 'key-value' | 'tree' | 'json'
  path?: string
  columns?: string[]
}

export interface ToolMeta {
  /** The folder is the name; what is said here counts when nobody says it. */
  name?: string
  display_name: string
  description: string
  version: string
  requires_setup?: boolean
  setup_description?: string
  input_schema: JsonSchema
  output_schema?: JsonSchema
  secrets?: SecretRef[]
  form_layout?: FormField[]
  streaming?: boolean
  result_actions?: ResultAction[]
  timeout_seconds?: number
  tags?: string[]
  persist_interactions?: boolean
  threaded?: boolean
  effect?: 'read' | 'write' | 'destructive'
  /** A condition over `$`, the input: then a person has to agree before it runs. */
  confirm_when?: string
  exclusive?: boolean
  render?: RenderHint
}

export interface ToolResult {
  ok: boolean
  data?: unknown
  error?: string
  duration_ms?: number
  [key: string]: unknown
}

/** What a tool gets while it runs. */
export interface ToolContext {
  /** The root of the project. */
  root: string
  /** The folder of this tool. */
  folder: string
  name: string
  /** Aborted when the run is cancelled or takes too long. */
  signal: AbortSignal
  progress(message: string, percent?: number): void
  log(line: string, level?: 'stdout' | 'stderr'): void
  /** A file to keep with the run: a screenshot, a report. Only while streaming. */
  attach(name: string, content: string | Uint8Array, kind?: string): void
  /** How the result is best shown. */
  render(hint: RenderHint): void
}

export interface ToolDefinition<Input> {
  meta: ToolMeta
  /** Answers the data, or a whole result with its own verdict. */
  run(input: Input, context: ToolContext): unknown
  setup?(context: ToolContext): unknown
  /** The choices of a field, given the input so far: by the name in `options_from`. */
  options?: Record<string, (input: Partial<Input>, context: ToolContext) => string[] | Promise<string[]>>
}

type Mode = (argument: string | undefined) => Promise<number>

/** A whole tool: `defineTool({ meta, run })`. It does what the command line asks for, and ends the process. */
export function defineTool<Input = Record<string, unknown>>(definition: ToolDefinition<Input>): void {
  const modes: Record<string, Mode> = {
    '--meta': async () => print(metaOf(definition.meta)),
    '--run': async () =>
      perform(definition.meta, context => definition.run(checked(definition.meta, input()), context)),
    '--setup': async () => perform(definition.meta, context => definition.setup?.(context) ?? { ready: true }),
    '--options': field => choose(definition, field ?? ''),
  }
  const [mode = '', argument] = process.argv.slice(2)
  const chosen = modes[mode]
  // Not before the whole module has been read: its tables may stand below this call.
  const done = Promise.resolve().then(() => (chosen === undefined ? usage(Object.keys(modes)) : chosen(argument)))
  done.then(
    code => process.exit(code),
    error => process.exit(print({ ok: false, error: messageOf(error) }, 1)),
  )
}

function metaOf(meta: ToolMeta): Record<string, unknown> {
  return { requires_setup: false, output_schema: {}, ...meta, name: nameOf(meta) }
}

async function perform(meta: ToolMeta, work: (context: ToolContext) => unknown): Promise<number> {
  const began = Date.now()
  const { context, hint } = contextFor(meta)
  const result = await settled(() => work(context))
  const whole = { ...result, ...hint(), duration_ms: result.duration_ms ?? Date.now() - began }
  return print(meta.streaming === true ? { type: 'result', ...whole } : whole, result.ok ? 0 : 1)
}

async function settled(work: () => unknown): Promise<ToolResult> {
  try {
    const value = await work()
    return isResult(value) ? value : { ok: true, data: value ?? null }
  } catch (error) {
    return { ok: false, error: messageOf(error) }
  }
}

function isResult(value: unknown): value is ToolResult {
  return value !== null && typeof value === 'object' && 'ok' in value && typeof value.ok === 'boolean'
}

async function choose<Input>({ meta, options = {} }: ToolDefinition<Input>, field: string): Promise<number> {
  const choices = options[field]
  if (choices === undefined) return print({ ok: false, error: `There are no options called ${field}.` }, 1)
  const { context } = contextFor({ ...meta, streaming: false })
  return print({ ok: true, data: await choices(input() as Partial<Input>, context) })
}

function contextFor(meta: ToolMeta): { context: ToolContext; hint: () => { render?: RenderHint } } {
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stop.abort(new Error('It was cancelled.')))
  const streams = meta.streaming === true
  let shown: RenderHint | undefined
  const tell = (event: Record<string, unknown>, line: string) => {
    if (streams) print(event)
    else write(2, `${line}\n`)
  }
  return {
    hint: () => (shown === undefined ? {} : { render: shown }),
    context: {
      root: process.env['SDLC_ROOT'] ?? process.cwd(),
      folder: folder(),
      name: nameOf(meta),
      signal: stop.signal,
      progress: (message, percent) => tell({ type: 'progress', message, percent }, message),
      log: (line, level = 'stdout') => tell({ type: 'log', level, line }, line),
      attach(name, content, kind = 'file') {
        if (!streams) throw new Error('Only a streaming tool can attach files.')
        print({ type: 'attachment', kind, name, base64: Buffer.from(content).toString('base64') })
      },
      render(next) {
        shown = next
      },
    },
  }
}

function folder(): string {
  return process.env['FURROW_TOOL_DIR'] ?? path.dirname(path.resolve(process.argv[1] ?? '.'))
}

function nameOf(meta: ToolMeta): string {
  return process.env['FURROW_TOOL_NAME'] ?? meta.name ?? path.basename(folder())
}

interface DenoHost {
  readonly Deno?: { readonly stdin: { readSync(into: Uint8Array): number | null } }
}

/** Deno reads no handle by its number, and opening /dev/stdin waits for ever once the writer of a pipe is gone. */
export function standardInput(): string {
  const { Deno } = globalThis as DenoHost
  if (Deno === undefined) return readFileSync(0, 'utf8')
  const parts: Buffer[] = []
  const part = Buffer.alloc(64 * 1024)
  for (let read = Deno.stdin.readSync(part); read !== null; read = Deno.stdin.readSync(part))
    parts.push(Buffer.from(part.subarray(0, read)))
  return Buffer.concat(parts).toString('utf8')
}

/** The JSON on standard input; nothing at all is an empty input. */
function input(): Record<string, unknown> {
  const text = standardInput().trim()
  const value: unknown = text === '' ? {} : JSON.parse(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error('The input is not a JSON object.')
  return value as Record<string, unknown>
}

/** Enough for a tool that is run by hand; Furrow checks the whole schema before it starts one. */
function checked<Input>(meta: ToolMeta, given: Record<string, unknown>): Input {
  const { required = [], properties = {} } = meta.input_schema as {
    required?: string[]
    properties?: Record<string, { type?: string; enum?: unknown[]; default?: unknown }>
  }
  const filled: Record<string, unknown> = { ...given }
  for (const [key, { default: otherwise }] of Object.entries(properties))
    if (filled[key] === undefined && otherwise !== undefined) filled[key] = otherwise
  for (const key of required) if (filled[key] === undefined) throw new Error(`${key} is missing.`)
  for (const [key, { enum: choices }] of Object.entries(properties))
    if (filled[key] !== undefined && choices !== undefined && !choices.includes(filled[key]))
      throw new Error(`${key} must be one of ${choices.join(', ')}.`)
  return filled as Input
}

async function usage(modes: readonly string[]): Promise<number> {
  write(2, `One of: ${modes.join(', ')}\n`)
  return 2
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function print(value: unknown, code = 0): number {
  write(1, `${JSON.stringify(value)}\n`)
  return code
}

/** All of it, before the process goes: a pipe that is full is waited for. */
export function write(to: 1 | 2, text: string): void {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(to, bytes, written)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
    }
  }
}
