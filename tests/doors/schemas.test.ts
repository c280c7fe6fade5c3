import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import { isListed } from '../../src/doors/mcp/tools/profile.ts'
import { groupTools, listTool } from '../../src/doors/mcp/tools/tools.ts'
import type { Failure } from '../../src/operation/errors.ts'
import type { JsonSchema, OperationEntry } from '../../src/operation/manifest.ts'
import { fixtures } from '../fixtures.ts'
import { openLab, packageRoot, person } from '../lab.ts'
import { full } from '../support/full.ts'

/** What `tools/list` says about each field, held against what the operation really refuses. */
const { operations } = await makeManifest(packageRoot)
const tools = [...groupTools(operations).values()].map(group => ({ group, tool: listTool(group, { outputs: false }) }))
const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })

/** The short form takes the tools of the default list. */
const shown = operations.filter(({ mcp }) => mcp !== undefined && (full || isListed(mcp.tool, { kind: 'core' })))

test.each(shown.map(entry => [entry.name, entry] as const))(
  '%s: words of a set are listed, what is refused when missing is required, and its fixture fits',
  async (_name, entry) => {
    const faults = [...(await misfits(entry)), ...unlisted(entry)]
    for (const [field, schema] of Object.entries(entry.input.properties ?? {})) {
      if (isFreeWord(schema)) faults.push(...(await wordFaults(entry, field)))
      if (entry.input.required?.includes(field) !== true) faults.push(...(await missingFaults(entry, field)))
    }
    expect(faults).toEqual([])
  },
)

/** Fields whose words depend on the moment; another field of the same call shows them. */
const SHOWN_OTHERWISE: Readonly<Record<string, string>> = { 'exploration.advance event': 'list' }

/** Fields that are needed sometimes, and where the list says when. */
const NEEDED_SOMETIMES: Readonly<Record<string, RegExp>> = {
  'adr.record title': /needs title, context, decision, rationale/,
  'adr.record context': /needs title, context, decision, rationale/,
  'adr.record decision': /needs title, context, decision, rationale/,
  'adr.record rationale': /needs title, context, decision, rationale/,
  'context.check change_description': /needed unless a change is active/i,
  'memory.save title': /needed for an observation/,
  'memory.suggest_topic_key title': /title or content/i,
  'memory.projects_split as': /needed with ids/,
  'ponder.move reason': /needed to park/,
  'spec.clarify answers': /without(?: answers)?, what to ask/i,
  'spec.clarify dimension_scores': /answers and scores/,
  'tool.act action_id': /needed where there are several/,
  'tool.act_preview action_index': /action_id/,
}

function unlisted(entry: OperationEntry): string[] {
  return listings(entry).flatMap(({ tool }) =>
    Object.entries(entry.input.properties ?? {})
      .filter(([, schema]) => wordsOf(schema) !== undefined)
      .filter(([field]) => wordsOf(tool.inputSchema.properties[field] ?? {}) === undefined)
      .map(([field]) => `${tool.name} does not list the words of ${field}`),
  )
}

function wordsOf(schema: JsonSchema): unknown {
  return schema.enum ?? schema['x-choices'] ?? schema.items?.enum
}

/** A schema that refuses what the operation takes keeps a client from calling it. */
async function misfits(entry: OperationEntry): Promise<string[]> {
  const { input } = await tryOut(entry, given => given, { only: 'look' })
  return listings(entry).flatMap(({ tool, action }) => {
    const fits = ajv.compile(tool.inputSchema)
    return fits({ ...action, ...input }) ? [] : [`${tool.name}: ${ajv.errorsText(fits.errors)}`]
  })
}

function isFreeWord(schema: JsonSchema): boolean {
  const { type, pattern, format } = schema
  return type === 'string' && pattern === undefined && format === undefined && wordsOf(schema) === undefined
}

const WORD = 'zz-nonsense'
/** The name of something that may exist or not is looked up; no list could hold all of them. */
const LOOKED_UP: ReadonlySet<Failure['code']> = new Set(['not_found', 'conflict', 'stale_revision'])

async function wordFaults(entry: OperationEntry, field: string): Promise<string[]> {
  const { failure } = await tryOut(entry, input => ({ ...input, [field]: WORD }))
  if (failure === undefined || LOOKED_UP.has(failure.code) || !failure.message.includes(WORD)) return []
  const other = SHOWN_OTHERWISE[`${entry.name} ${field}`]
  if (other !== undefined && entry.input.properties?.[other] !== undefined) return []
  return [`${field} takes only some words, and the list names none: ${failure.message}`]
}

async function missingFaults(entry: OperationEntry, field: string): Promise<string[]> {
  const { failure } = await tryOut(entry, input => {
    const { [field]: left, ...rest } = input
    return left === undefined ? undefined : rest
  })
  if (failure?.code !== 'usage' || failure.target !== field) return []
  const says = NEEDED_SOMETIMES[`${entry.name} ${field}`]
  return listings(entry)
    .filter(
      ({ tool }) => says?.test(`${tool.description}\n${tool.inputSchema.properties[field]?.description}`) !== true,
    )
    .map(({ tool }) => `${tool.name} does not say that ${field} is needed: ${failure.message}`)
}

function listings({ name }: OperationEntry) {
  return tools.flatMap(({ group, tool }) =>
    group.verbs
      .filter(({ entry }) => entry.name === name)
      .map(({ mount: { action } }) => ({ tool, action: action === undefined ? {} : { action } })),
  )
}

type Input = Readonly<Record<string, unknown>>

/** The call of the fixture with one field changed, in a workspace of its own: what is accepted changes it. */
async function tryOut(
  { name }: OperationEntry,
  change: (input: Input) => Input | undefined,
  { only }: { only?: 'look' } = {},
): Promise<{ input?: Input; failure?: Failure }> {
  const fixture = fixtures[name]
  if (fixture === undefined) return {}
  await using lab = await openLab()
  const made = (await fixture.prepare?.(lab)) ?? {}
  const input = change(typeof fixture.input === 'function' ? fixture.input(made) : fixture.input)
  if (input === undefined) return {}
  if (only === 'look') return { input }
  const outcome = await lab.app.call(name, input, { actor: person })
  return outcome.ok ? { input } : { input, failure: outcome.error }
}
