import { createHash } from 'node:crypto'
import path from 'node:path'
import { readRegularFile } from '../../store/files/read-file.ts'
import { isTrusted } from '../../workspace/trust/judge.ts'
import type { FoundTool } from '../find-tool.ts'

/**
 * The list of tools as one document: sorted and without times, so that it changes only when a tool does. Only a tool that
 * is trusted here says what it is; what the list said before about the same files stays, so the document is the same for
 * everyone, whatever they trust.
 */
export function listOf(tools: readonly FoundTool[], before: string): string {
  const sections = sectionsIn(before)
  const parts = tools.map(tool => {
    if (tool.error !== undefined) return section(tool.place.name, 'Broken.')
    if (isTrusted(tool.standing)) return describe(tool)
    const known = sections.get(tool.place.name)
    return known?.includes(sourceMark(tool)) === true ? known : section(tool.place.name, 'Not described yet.')
  })
  const head =
    '# Tools\n\nWritten by `furrow tool sync`. Run one with `furrow run <name>`; agents have each as an MCP tool.\n'
  return `${[head, ...parts].join('\n')}`
}

function sectionsIn(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/^(?=## )/m).map(part => `${part.trimEnd()}\n`)
  return new Map(parts.map(part => [part.split('\n', 1)[0]?.slice('## '.length) ?? '', part]))
}

function section(name: string, text: string): string {
  return `## ${name}\n\n${text}\n`
}

function describe(tool: FoundTool): string {
  const { meta, place } = tool
  const facts = [
    `version ${meta.version}`,
    meta.effect ?? 'write',
    ...(meta.streaming === true ? ['streams'] : []),
    ...(meta.tags ?? []),
    sourceMark(tool),
  ]
  const inputs = inputRows(meta.input_schema)
  const text = [
    inOneSection(meta.description || meta.display_name),
    '',
    facts.join(' · '),
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
  return section(place.name, text.trimEnd())
}

/** A description with headings of its own would end the section of its tool. */
function inOneSection(text: string): string {
  return text.replace(/^#/gm, '\\#')
}

/** Which files a section was written for. */
function sourceMark({ closure, place }: FoundTool): string {
  const hash = createHash('sha256')
  for (const file of [...closure.files].sort())
    hash
      .update(`${path.relative(place.base, file)}\0`)
      .update(readRegularFile(file))
      .update('\0')
  return `source ${hash.digest('hex').slice(0, 12)}`
}

function inputRows(schema: Readonly<Record<string, unknown>>): string[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: unknown }
  return Object.entries(properties).map(([key, property]) => {
    const { type, enum: choices, description } = Object(property) as Record<string, unknown>
    const kind = Array.isArray(choices)
      ? choices.map(choice => `\`${String(choice)}\``).join(' or ')
      : String(type ?? 'any')
    const needed = Array.isArray(required) && required.includes(key) ? ', required' : ''
    return `| \`${key}\` | ${kind}${needed} | ${typeof description === 'string' ? description.replace(/\s+/g, ' ') : ''} |`
  })
}

function listed(title: string, items: readonly string[] = []): string[] {
  return items.length === 0 ? [] : [`${title}: ${items.join(', ')}`, '']
}
