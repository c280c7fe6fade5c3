import type { JsonSchema } from '../../../operation/manifest.ts'
import { leanSchema, mergeSchemas } from './schema.ts'
import type { ObjectSchema, ToolVerb } from './tools.ts'

/** One flat object for all verbs of a tool: the action, and every field that one of them takes. */
export function groupSchema(verbs: readonly ToolVerb[]): ObjectSchema {
  const meant = verbs.find(({ mount }) => mount.otherwise === true)?.mount.action
  const properties: Record<string, JsonSchema> = {
    action: {
      type: 'string',
      enum: verbs.map(({ mount }) => mount.action ?? ''),
      ...(meant !== undefined && { default: meant }),
    },
  }
  for (const { entry, mount } of verbs) {
    for (const [key, schema] of Object.entries(entry.input.properties ?? {})) {
      const shown = mount.brief === undefined ? leanSchema(schema) : bare(leanSchema(schema))
      const earlier = properties[key]
      properties[key] = earlier === undefined ? shown : mergeSchemas(earlier, shown)
    }
  }
  const always = Object.keys(properties).filter(key => verbs.every(({ entry }) => entry.input.required?.includes(key)))
  const required = [...(meant === undefined ? ['action'] : []), ...always]
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...examplesOf(verbs),
  }
}

/** One call that works: how to begin, else what is meant without an action, else what can be given most. */
function examplesOf(verbs: readonly ToolVerb[]): { examples?: Readonly<Record<string, unknown>>[] } {
  const shown = verbs.filter(({ entry }) => Object.keys(entry.example ?? {}).length > 0)
  const verb =
    shown.find(({ mount }) => BEGINNINGS.has(mount.action ?? '')) ??
    shown.find(({ mount }) => mount.otherwise === true) ??
    shown[0]
  return verb === undefined ? {} : { examples: [{ action: verb.mount.action, ...verb.entry.example }] }
}

const BEGINNINGS: ReadonlySet<string> = new Set(['start', 'init', 'create', 'add'])

/** In a tool of many fields their names have to do; guides and the answers' next steps say what belongs in them. */
function bare({ description: _, default: __, ...schema }: JsonSchema): JsonSchema {
  const { maxLength, ...rest } = schema
  const kept = maxLength === LONG_TEXT ? rest : schema
  return { ...kept, ...(schema.items !== undefined && { items: bare(schema.items) }) }
}

/** The limit of whole documents, which the description of a tool of many fields says once. */
export const LONG_TEXT = 200_000
