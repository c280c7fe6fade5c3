import fs from 'node:fs'
import { inside } from '../_shared/files.ts'
import { type Answer, addressOf, ask, jsonOf, refusalOf } from '../_shared/http.ts'
import { defineTool, type ToolContext } from '../_shared/tool.ts'
import { type Check, latencyCheck, openapiCheck, schemaCheck, statusCheck, type Try, timesOf } from './checks.ts'
import type { Drift } from './drift.ts'
import { meta } from './meta.ts'
import { parse } from './vendor/yaml.js'

interface Input {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
  expected_status: string
  tries: number
  timeout_seconds: number
  max_latency_ms?: number
  schema?: Record<string, unknown>
  schema_file?: string
  openapi?: string
  strict: boolean
}

defineTool<Input>({
  meta,
  async run(input, context) {
    const url = addressOf(input.url)
    const described = await descriptionsOf(input, context)
    const { tries, answer } = await knock(input, context)
    const latency = timesOf(tries)
    const answered = answer === undefined ? { checks: [], drift: [] } : contentChecks(answer, { input, url, described })
    const checks = [
      statusCheck(tries, input.expected_status),
      ...latencyCheck(latency, input.max_latency_ms),
      ...answered.checks,
    ]
    const failed = checks.filter(({ ok }) => !ok)
    const data = {
      url: url.href,
      method: input.method,
      healthy: failed.length === 0,
      ...(answer !== undefined && { status: answer.status }),
      latency: latency ?? null,
      checks,
      failed: failed.length,
      drift: answered.drift,
      tries,
    }
    if (failed.length === 0) return { ok: true, data }
    return { ok: false, error: failed.map(({ check, says }) => `${check}: ${says}`).join('\n'), data }
  },
})

/** One after the other: the times of requests at once would be those of a queue. */
async function knock(input: Input, context: ToolContext): Promise<{ tries: Try[]; answer: Answer | undefined }> {
  const tries: Try[] = []
  let answer: Answer | undefined
  for (let count = 0; count < input.tries; count += 1) {
    const began = performance.now()
    try {
      answer = await ask(input.url, {
        method: input.method,
        signal: context.signal,
        timeoutSeconds: input.timeout_seconds,
        ...(input.headers !== undefined && { headers: input.headers }),
        ...(input.body !== undefined && { body: input.body }),
      })
      tries.push({ status: answer.status, duration_ms: Math.round(answer.duration_ms * 10) / 10 })
    } catch (error) {
      context.signal.throwIfAborted()
      const said = error instanceof Error ? error.message : String(error)
      tries.push({ duration_ms: Math.round(performance.now() - began), error: said })
    }
  }
  return { tries, answer }
}

interface Descriptions {
  schema?: Record<string, unknown>
  openapi?: unknown
}

/** Read before anything is asked: with a document that cannot be had there is nothing to compare. */
async function descriptionsOf(input: Input, context: ToolContext): Promise<Descriptions> {
  const schema =
    input.schema ??
    (input.schema_file === undefined ? undefined : documentIn(read(context, input.schema_file), input.schema_file))
  if (input.openapi === undefined) return schema === undefined ? {} : { schema: Object(schema) }
  const text = /^https?:/.test(input.openapi) ? await fetched(input.openapi, context) : read(context, input.openapi)
  return { openapi: documentIn(text, input.openapi), ...(schema !== undefined && { schema: Object(schema) }) }
}

function read(context: ToolContext, file: string): string {
  return fs.readFileSync(inside(context.root, file), 'utf8')
}

async function fetched(url: string, context: ToolContext): Promise<string> {
  const answer = await ask(url, { signal: context.signal })
  if (answer.status !== 200) throw new Error(refusalOf(answer))
  return answer.text
}

function documentIn(text: string, name: string): unknown {
  try {
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text, { maxAliasCount: 100 })
  } catch (error) {
    throw new Error(
      `${name} is neither JSON nor YAML: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
    )
  }
}

interface About {
  input: Input
  url: URL
  described: Descriptions
}

function contentChecks(answer: Answer, { input, url, described }: About): { checks: Check[]; drift: Drift[] } {
  const { schema, openapi } = described
  if (schema === undefined && openapi === undefined) return { checks: [], drift: [] }
  const parsed = jsonIn(answer)
  if ('problem' in parsed) return { checks: [{ check: 'json', ok: false, says: parsed.problem }], drift: [] }
  const fits = schema === undefined ? [] : [schemaCheck(parsed.value, schema)]
  if (openapi === undefined) return { checks: fits, drift: [] }
  const { check, drift } = openapiCheck(parsed.value, answer, {
    document: openapi,
    url,
    method: input.method,
    strict: input.strict,
  })
  return { checks: [...fits, check], drift }
}

function jsonIn(answer: Answer): { value: unknown } | { problem: string } {
  try {
    return { value: jsonOf(answer) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
