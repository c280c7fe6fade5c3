import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { isTrusted } from '../../workspace/trust/judge.ts'
import { TOOLS } from '../files/places.ts'
import { type FoundTool, findTools } from '../find.ts'
import * as contracts from './contracts.ts'
import { lint } from './lint.ts'

export const LIST = `${TOOLS}/tools.md`

export const sync = implement(contracts.sync, {
  async run(call, { check }) {
    const tools = await findTools(call)
    const text = listOf(tools)
    const problems = tools.flatMap(lint)
    const now = await call.store.read(LIST)
    const changed = now === undefined || Buffer.from(now.bytes).toString() !== text
    if (check === true && (changed || problems.length > 0)) return stale(changed, problems)
    if (changed)
      await call.store.transact(call, tx => {
        tx.write(LIST, text)
        tx.describe('listed the tools')
      })
    return { path: LIST, changed, problems }
  },
  render({ path, changed, problems }) {
    return [
      changed ? `${path} is written.` : `${path} is up to date.`,
      ...problems.map(({ tool, field, message }) => `- ${tool}: ${field} ${message}`),
    ].join('\n')
  },
})

function stale(changed: boolean, problems: readonly { tool: string; field: string; message: string }[]) {
  const reasons = [
    ...(changed
      ? [{ code: 'list_old', message: `${LIST} is not up to date.`, ids: [LIST], fix: shell`furrow tool sync` }]
      : []),
    ...problems.map(({ tool, field, message }) => ({
      code: 'tool_wrong',
      message: `${tool}: ${field} ${message}`,
      ids: [tool],
      fix: shell`furrow tool info ${tool}`,
    })),
  ]
  return refuse('blocked', reasons[0]?.message ?? '', {
    target: reasons[0]?.ids[0] ?? LIST,
    fix: reasons[0]?.fix ?? shell`furrow tool sync`,
    details: { reasons },
  })
}

/** Sorted and without times, so that it changes only when a tool does. What nobody trusts is named and not described. */
function listOf(tools: readonly FoundTool[]): string {
  const parts = tools.map(tool =>
    isTrusted(tool.standing) && tool.error === undefined ? describe(tool) : nameOnly(tool),
  )
  const head =
    '# Tools\n\nWritten by `furrow tool sync`. Run one with `furrow run <name>`; agents have each as an MCP tool.\n'
  return `${[head, ...parts].join('\n')}`
}

function nameOnly({ place, error }: FoundTool): string {
  return `## ${place.name}\n\n${error === undefined ? 'Not trusted yet.' : 'Broken.'}\n`
}

function describe({ meta, place }: FoundTool): string {
  const { properties = {}, required = [] } = meta.input_schema as { properties?: object; required?: unknown }
  const inputs = Object.entries(properties).map(([key, property]) => {
    const { type, enum: choices, description } = Object(property) as Record<string, unknown>
    const kind = Array.isArray(choices)
      ? choices.map(choice => `\`${String(choice)}\``).join(' or ')
      : String(type ?? 'any')
    const needed = Array.isArray(required) && required.includes(key) ? ', required' : ''
    return `| \`${key}\` | ${kind}${needed} | ${typeof description === 'string' ? description.replace(/\s+/g, ' ') : ''} |`
  })
  const facts = [
    `version ${meta.version}`,
    meta.effect ?? 'write',
    ...(meta.streaming === true ? ['streams'] : []),
    ...(meta.tags ?? []),
  ]
  return [
    `## ${place.name}`,
    '',
    `${meta.description || meta.display_name}`,
    '',
    `${facts.join(' · ')}`,
    '',
    ...(inputs.length === 0 ? [] : ['| input | | |', '| --- | --- | --- |', ...inputs, '']),
    ...listed(
      'Secrets',
      meta.secrets?.map(each => `\`${each.env_var}\`${each.required ? '' : ' (optional)'}`),
    ),
    ...listed(
      'Follow-ups',
      meta.result_actions?.map(each => each.label),
    ),
  ].join('\n')
}

function listed(title: string, items: readonly string[] = []): string[] {
  return items.length === 0 ? [] : [`${title}: ${items.join(', ')}`, '']
}
