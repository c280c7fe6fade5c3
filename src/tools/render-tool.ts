import { statusOf } from '../runs/show/render-run.ts'
import type { ShownField } from '../shared/form/field.ts'
import { formFields } from '../shared/form/form-fields.ts'
import { unnamedSecret } from '../shared/form/unnamed-secret.ts'
import { shell } from '../shared/shell/shell.ts'
import type { Interaction, InteractionDetail, Tool, ToolAnswer } from './model.ts'

interface ToolInShort {
  readonly name: string
  readonly state: string
  readonly description: string
}

export function inShort(tool: Tool): ToolInShort {
  return { name: tool.name, state: stateOf(tool), description: cell(tool.description || tool.path) }
}

export function renderTools({ tools, others = [] }: { tools: Tool[]; others?: ToolInShort[] }): string {
  if (tools.length === 0) return 'No tools. Make one with furrow tool new, or add one: furrow tool add --list'
  const all = [...tools.map(inShort), ...others]
  const rows = all.map(({ name, state, description }) => `| ${name} | ${state} | ${description} |`)
  const more = others.map(({ name }) => shell`furrow tool info ${name}`).slice(0, 1)
  return [
    '| tool | | what it does |',
    '| --- | --- | --- |',
    ...rows,
    ...more.map(example => `\nThe last ${others.length} are here in short; one in full: \`${example}\``),
  ].join('\n')
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
  if (error !== undefined) return `Correct it, then look again: ${shell`furrow tool info ${name}`}`
  return trusted ? `Run it: ${shell`furrow run ${name}`}` : 'Read it, then: furrow trust'
}

function inputOf({ form_layout, input_schema }: Tool): string[] {
  const fields = formFields({ form_layout, input_schema }) ?? []
  const rows = fields.map(({ key, required, help, ...field }) => {
    const initial = field.default === undefined ? '' : ` (default ${JSON.stringify(field.default)})`
    return `- ${key}: ${kindOf(field)}${required ? `, required${field.showWhen === undefined ? '' : ` when ${field.showWhen}`}` : ''}${initial}${help === undefined ? '' : `. ${help}`}`
  })
  return rows.length === 0 ? [] : ['', 'Input:', ...rows]
}

/** What a field takes, in few words. */
function kindOf(field: Omit<ShownField, 'key' | 'required' | 'help'>): string {
  const { control, schema, options, item, variants = [], fields = [] } = field
  if (control === 'list') return item === undefined ? 'list' : `list of ${kindOf(item)}`
  if (options.length > 0) return `${control === 'multi-select' ? 'some of ' : ''}${options.join(' or ')}`
  if (control === 'variants') return variants.map(({ label }) => label).join(' or ')
  if (control === 'group') return `object (${fields.map(({ key }) => key).join(', ')})`
  if (control === 'secret') return 'secret text'
  if (control === 'fixed') return JSON.stringify(schema.const)
  if (control === 'date_range') return 'range of dates'
  if (typeof schema.format === 'string' && schema.type === 'string') return schema.format
  return String(schema.type ?? (control === 'json' ? 'anything' : control))
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
  if (unnamedSecret(tool.problems) !== undefined) return 'declares a secret wrongly'
  if (unset.length > 0) return `needs ${unset.join(', ')}`
  if (ungranted.length > 0) return `needs ${ungranted.join(', ')} granted`
  if (tool.setup_done === false) return 'needs its setup'
  return tool.built_in ? 'built in' : 'ready'
}

/** What an agent reads after a call: the answer of the tool, and where the rest is. */
export function renderAnswer(answer: ToolAnswer): string {
  const { interaction_id: id, tool_name: name, status, ok, error, data } = answer
  if (ok === undefined) return `${name} is ${status}: \`${shell`furrow runs watch ${id}`}\``
  const said =
    data === undefined
      ? largeOf(answer)
      : `\n\n${typeof data === 'string' ? data : `\`\`\`json\n${JSON.stringify(data, null, 2)}\n\`\`\``}`
  return `${name} ${status}${error === undefined ? '' : `: ${error}`}${said}${besideOf(answer)}\n\n(\`${shell`furrow tool show ${name} ${id}`}\`)`
}

/** Its attachments by name, and what was not kept. */
function besideOf({ attachments = [], attachments_in_all: all, ...answer }: ToolAnswer): string {
  const more = all === undefined ? '' : ` and ${all - attachments.length} more`
  const facts = [
    ...(attachments.length > 0 ? [`Attachments: ${attachments.join(', ')}${more}.`] : []),
    ...notKept(answer),
  ]
  return facts.length === 0 ? '' : `\n\n${facts.join('\n')}`
}

/** What is gone of a run, in sentences. */
export function notKept({ attachments_dropped: dropped = 0, log_cut: isCut }: Partial<ToolAnswer>): string[] {
  return [
    ...(dropped > 0
      ? [`${dropped} ${dropped === 1 ? 'attachment was' : 'attachments were'} too large or too many to keep.`]
      : []),
    ...(isCut === true ? ['The middle of the log was not kept.'] : []),
  ]
}

/** The beginning of a result that is kept as a file, and how to read on. */
function largeOf({ preview, bytes, more }: ToolAnswer): string {
  if (typeof more !== 'string') return ''
  return `\n\n${String(preview ?? '')}…\n\n(${String(bytes)} bytes; all of it: \`${more}\`)`
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
    ...(next === undefined
      ? []
      : [`\nMore: \`${shell`furrow tool history ${interactions[0]?.tool_name ?? ''} --cursor ${next}`}\``]),
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
