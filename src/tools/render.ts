import { shell } from '../operation/shell.ts'
import { statusOf } from '../runs/render.ts'
import type { Interaction, InteractionDetail, Tool, ToolAnswer } from './model.ts'

export function renderTools({ tools }: { tools: Tool[] }): string {
  if (tools.length === 0) return 'No tools. Make one with furrow tool new, or add one: furrow tool add --list'
  const rows = tools.map(tool => `| ${tool.name} | ${stateOf(tool)} | ${cell(tool.description || tool.path)} |`)
  return ['| tool | | what it does |', '| --- | --- | --- |', ...rows].join('\n')
}

export function renderTool(tool: Tool): string {
  const facts: [string, string | undefined][] = [
    ['version', tool.version],
    ['state', stateOf(tool)],
    ['file', tool.path],
    ['runtime', tool.runtime],
    ['command', tool.command],
    ['effect', tool.effect ?? 'write'],
    ['tags', tool.tags?.join(', ')],
    ['secrets', tool.secrets?.map(({ env_var, required }) => `${env_var}${required ? '' : '?'}`).join(', ')],
    ['not set', tool.missing_scopes?.map(({ name, scope }) => `${name} in ${scope}`).join(', ')],
    ['follow-ups', tool.result_actions?.map(({ label }) => label).join(', ')],
    [
      'cloned from',
      tool.cloned_from === undefined ? undefined : `${tool.cloned_from.name} ${tool.cloned_from.version}`,
    ],
  ]
  return [
    `**${tool.display_name}** (${tool.name}) ${tool.description}`,
    '',
    ...facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`- ${name}: ${value}`])),
    ...(tool.error === undefined ? [] : ['', tool.error]),
    ...tool.problems.map(({ field, message }) => `- wrong: ${field} ${message}`),
    ...inputOf(tool),
    '',
    whatNext(tool),
  ].join('\n')
}

function whatNext({ name, trusted, error }: Tool): string {
  if (error !== undefined) return `Mend it, then look again: ${shell`furrow tool info ${name}`}`
  return trusted ? `Run it: ${shell`furrow run ${name}`}` : 'Read it, then: furrow trust'
}

function inputOf({ input_schema: schema }: Tool): string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: unknown }
  const names = Object.entries(properties)
  if (names.length === 0) return []
  const rows = names.map(([name, property]) => {
    const { type, description, enum: choices } = Object(property) as Record<string, unknown>
    const kind = Array.isArray(choices) ? choices.join(' or ') : String(type ?? 'anything')
    const needed = Array.isArray(required) && required.includes(name) ? ', required' : ''
    return `- ${name}: ${kind}${needed}${typeof description === 'string' ? `. ${description}` : ''}`
  })
  return ['', 'Input:', ...rows]
}

function stateOf({
  trusted,
  standing,
  error,
  missing_secrets: unset,
  missing_grants: ungranted,
  ...tool
}: Tool): string {
  if (error !== undefined) return 'broken'
  if (!trusted) return standing === 'changed' ? 'changed since you trusted it' : 'not trusted'
  if (unset.length > 0) return `needs ${unset.join(', ')}`
  if (ungranted.length > 0) return `needs ${ungranted.join(', ')} granted`
  if (tool.setup_done === false) return 'needs its setup'
  return tool.built_in ? 'built in' : 'ready'
}

/** What an agent reads after a call: the answer of the tool, and where the rest is. */
export function renderAnswer(answer: ToolAnswer): string {
  const { interaction_id: id, tool_name: name, status, ok, error, data } = answer
  if (ok === undefined) return `${name} is ${status}: ${shell`furrow runs watch ${id}`}`
  const said =
    data === undefined
      ? largeOf(answer)
      : `\n\n${typeof data === 'string' ? data : `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``}`
  return `${name} ${status}${error === undefined ? '' : `: ${error}`}${said}\n\n(furrow tool show ${name} ${id})`
}

/** The beginning of a result that is kept as a file, and how to read on. */
function largeOf({ preview, bytes, more }: ToolAnswer): string {
  if (typeof more !== 'string') return ''
  return `\n\n${String(preview ?? '')}…\n\n(${String(bytes)} bytes; all of it: ${more})`
}

export function renderInteractions({ interactions, next }: { interactions: Interaction[]; next?: string }): string {
  if (interactions.length === 0) return 'It has not been run.'
  return [
    '| run | status | when | by | input |',
    '| --- | --- | --- | --- | --- |',
    ...interactions.map(each => {
      const input = cell(each.title ?? JSON.stringify(each.input ?? {}))
      return `| ${each.id} | ${each.status} | ${each.created_at.slice(0, 16).replace('T', ' ')} | ${each.actor.id} | ${input} |`
    }),
    ...(next === undefined ? [] : [`\nMore: --cursor ${next}`]),
  ].join('\n')
}

export function renderInteraction(detail: InteractionDetail): string {
  const { id, tool_name: name, created_at: at, actor, result, input, reason, log } = detail
  return [
    `**${name}** ${id}: ${statusOf({ ...detail, kind: 'tool' } as never)}`,
    '',
    `- started: ${at} by ${actor.id} (${actor.door})`,
    ...(reason === undefined ? [] : [`- why: ${reason}`]),
    ...(detail.tool_version === undefined ? [] : [`- version: ${detail.tool_version} on ${detail.runtime}`]),
    ...(detail.kept_grants === undefined
      ? []
      : [`- secrets granted to other code of it, kept with its folder: ${detail.kept_grants.join(', ')}`]),
    `- input: \`${JSON.stringify(input ?? {})}\``,
    ...(result === undefined ? [] : ['', '```json', JSON.stringify(result, null, 2), '```']),
    ...(log.length === 0 ? [] : ['', ...log.slice(-40).map(({ text }) => `    ${text}`)]),
  ].join('\n')
}

const LONGEST_CELL = 70

export function cell(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  const shown = line.length > LONGEST_CELL ? `${line.slice(0, LONGEST_CELL - 1)}…` : line
  return shown.replaceAll('|', '\\|')
}
