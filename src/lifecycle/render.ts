import type { NextStep } from './next.ts'

export function renderNext({ says, command, tool, needs = [], reads }: NextStep): string {
  const text = needs.length === 0 ? '' : `, with ${listed(needs)}`
  return [
    `Next: ${says}`,
    '',
    `- \`${command}\`${reads === undefined ? '' : `, which reads ${reads}`}`,
    `- as a tool: \`${tool.name} ${JSON.stringify(tool.arguments)}\`${text}`,
  ].join('\n')
}

function listed(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
