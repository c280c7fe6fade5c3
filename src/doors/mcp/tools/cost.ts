import type { Manifest } from '../../../operation/manifest.ts'
import { CORE_TOKENS, listTools, profileTokens } from './profile.ts'

export function printCost(manifest: Manifest): void {
  process.stdout.write(`${costTable(manifest)}\n`)
}

/** What the list of tools costs a model in tokens (bytes / 4), by profile and tool. */
export function costTable({ operations }: Manifest): string {
  const core = listTools(operations, { kind: 'core' })
  const all = listTools(operations, { kind: 'all' })
  return [
    ...section(`core (the default, at most ${CORE_TOKENS})`, core),
    '',
    ...section('all (with output schemas)', all),
  ].join('\n')
}

function section(title: string, tools: readonly { name: string }[]): string[] {
  const rows = [
    ...tools.map(tool => [tool.name, profileTokens(tool)] as const),
    ['total', profileTokens(tools)] as const,
  ]
  return [title, ...rows.map(([name, tokens]) => `  ${name.padEnd(28)}${String(tokens).padStart(7)}`)]
}
