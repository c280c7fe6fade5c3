import vm from 'node:vm'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { JsonObject } from '../model.ts'
import { formatChecks } from './formats.ts'
import { type Misfit, misfitsOf } from './misfits.ts'

/** A pattern may be made so that it never ends; whatever takes longer is refused. */
const PATIENCE_MS = 100
const TRIES = 4
const LARGEST_SCHEMA = 256 * 1024

/**
 * The input with the schema's defaults filled in; throws the refusal that names every field that does not fit. `more` adds
 * to its details.
 */
export function validInput(
  tool: string,
  schema: JsonObject,
  given: JsonObject,
  more: (misfits: readonly Misfit[]) => JsonObject = () => ({}),
): JsonObject {
  const input = structuredClone(given)
  const misfits = check(schema, input)
  if (misfits.length === 0) return input
  const [first] = misfits
  throw refuse('usage', `${tool}: ${first?.field === '' ? '' : `${first?.field} `}${first?.message}.`, {
    target: first?.field === '' || first === undefined ? 'input' : first.field,
    fix: shell`furrow tool info ${tool}`,
    details: { issues: misfits, ...more(misfits) },
  })
}

/** Why a schema cannot be used, or nothing. */
export function whyNotSchema(schema: JsonObject): string | undefined {
  try {
    compile(schema, { validateSchema: true })
    return undefined
  } catch (error) {
    return sayWhy(error)
  }
}

function check(schema: JsonObject, input: JsonObject): Misfit[] {
  try {
    // Each keyword is looked at as it is compiled; the rules of the whole dialect take longer than most tools.
    const validate = compile(schema, { validateSchema: false })
    const fits = mayNeverEnd(schema) ? within(() => validate(input)) : validate(input)
    return fits ? [] : misfitsOf(validate.errors ?? [])
  } catch (error) {
    return [{ field: '', message: `cannot be checked: ${sayWhy(error)}` }]
  }
}

/** By the text of the schema. */
const compiled = new Map<string, ValidateFunction>()
const MOST_COMPILED = 64

const AS_WRITTEN = { strict: false, allErrors: true, useDefaults: true, formats: formatChecks, logger: false } as const

function compile(schema: JsonObject, { validateSchema }: { validateSchema: boolean }): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = compiled.get(text)
  if (known !== undefined && !validateSchema) return known
  if (text.length > LARGEST_SCHEMA) throw new Error('the schema is larger than 256 KiB')
  const plain = withoutDialect(schema)
  // The dialect's own schemas take longer to add than most inputs take to check, and few schemas refer to them.
  const meta = validateSchema || JSON.stringify(plain).includes('json-schema.org')
  const validate = new Ajv2020({ ...AS_WRITTEN, validateSchema, meta }).compile(plain)
  if (compiled.size === MOST_COMPILED) compiled.clear()
  compiled.set(text, validate)
  return validate
}

/** An older dialect is near enough; naming one that is not loaded is no reason to refuse the tool. */
function withoutDialect({ $schema: _, $id: __, ...schema }: JsonObject): JsonObject {
  return schema
}

/** Only patterns, and schemas that refer to themselves. */
function mayNeverEnd(schema: JsonObject): boolean {
  return /"(?:pattern|patternProperties|\$ref|\$dynamicRef)":/.test(JSON.stringify(schema))
}

/**
 * The engine of regular expressions is stopped in the middle by this, and by nothing else. It goes by the clock; where a
 * busy machine had no time for us meanwhile, that says nothing, and it is tried again.
 */
function within<T>(work: () => T): T {
  for (let left = TRIES - 1; ; left -= 1) {
    const start = process.cpuUsage()
    try {
      return vm.runInNewContext('work()', { work }, { timeout: PATIENCE_MS }) as T
    } catch (error) {
      const { user, system } = process.cpuUsage(start)
      if (left === 0 || !isTimeout(error) || (user + system) / 1000 > PATIENCE_MS / 2) throw error
    }
  }
}

function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

function sayWhy(error: unknown): string {
  if (isTimeout(error)) return `checking it takes longer than ${PATIENCE_MS} ms`
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}
