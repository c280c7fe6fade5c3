import { type CommandField, fieldsOf } from '../../../operation/command/fields.ts'
import type { Manifest, OperationEntry } from '../../../operation/manifest.ts'
import { flagUsage, usageLine } from './help.ts'

/** Everything Furrow can do, for people and agents, as markdown; `docs/reference.md` is this text. */
export function referenceText({ operations, resources }: Manifest, own: readonly OperationEntry[]): string {
  return [
    '# Reference',
    'Every operation with its doors. `furrow <command> --help` shows one of them; `furrow call <operation>` calls any. This file is the output of `furrow reference`.',
    '## Commands of the command line itself',
    own.map(({ cli, summary }) => `- \`${cli?.example}\`: ${summary}`).join('\n'),
    ...domainsOf(operations).flatMap(([domain, entries]) => [`## ${domain}`, ...entries.map(operationText)]),
    ...(resources.length === 0
      ? []
      : [
          '## Resources',
          'Bodies that are not JSON.',
          table(
            ['resource', 'address', 'type', 'what'],
            resources.map(r => [r.name, `${r.takesBytes === true ? 'POST' : 'GET'} ${r.path}`, r.type, r.summary]),
          ),
        ]),
  ]
    .join('\n\n')
    .concat('\n')
}

function domainsOf(operations: readonly OperationEntry[]): [string, OperationEntry[]][] {
  const domains = new Map<string, OperationEntry[]>()
  for (const entry of operations) {
    const [domain = ''] = entry.name.split('.')
    domains.set(domain, [...(domains.get(domain) ?? []), entry])
  }
  return [...domains].sort(([a], [b]) => (a < b ? -1 : 1))
}

function operationText(entry: OperationEntry): string {
  const fields = fieldsOf(entry)
  return [
    `### ${entry.name}`,
    entry.summary,
    facts(entry).join('  \n'),
    fields.length === 0 ? 'It takes no input.' : inputTable(fields),
    ...(entry.cli === undefined ? [] : [`\`\`\`sh\n${entry.cli.example}\n\`\`\``]),
  ].join('\n\n')
}

function facts(entry: OperationEntry): string[] {
  const { effect, authority, preview, cli, http, mcp } = entry
  return [
    `Effect: ${effect}. Who may: ${authority === 'person' ? 'a person' : 'anyone'}.${preview === undefined ? '' : ` Shows \`${preview}\` first.`}`,
    ...(cli === undefined ? [] : [`CLI: \`${usageLine(entry)}\`${alsoText(cli.also)}`]),
    ...(http === undefined ? [] : [`HTTP: \`${http.method} ${http.path}\``]),
    ...(mcp === undefined
      ? []
      : [`MCP: ${toolText(mcp)}${mcp.also === undefined ? '' : `, also ${toolText(mcp.also)}`}`]),
  ]
}

function toolText({ tool, action }: { tool: string; action?: string }): string {
  return `\`${tool}\`${action === undefined ? '' : `, action \`${action}\``}`
}

function alsoText(also: NonNullable<OperationEntry['cli']>['also'] = []): string {
  return also.map(({ path }) => `, also \`furrow ${path}\``).join('')
}

function inputTable(fields: readonly CommandField[]): string {
  return table(
    ['input', 'flag', 'needed', 'default', 'what'],
    fields.map(field => [
      `\`${field.name}\``,
      field.place === 'flag' ? `\`${flagUsage(field)}\`` : field.place === 'rest' ? 'after `--`' : 'positional',
      field.required ? 'yes' : '',
      field.default === undefined ? '' : `\`${JSON.stringify(field.default)}\``,
      field.description ?? '',
    ]),
  )
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
