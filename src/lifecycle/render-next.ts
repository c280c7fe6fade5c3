import type { NextStep } from './next-step.ts'

export function renderNext(step: NextStep): string {
  const { command, tool } = stepLines(step)
  return [`Next: ${step.says}`, '', command, tool].join('\n')
}

/** The two ways to take a step, as a person types it and as an agent calls it. */
export function stepLines({ command, tool, needs = [], reads }: Omit<NextStep, 'says'>): {
  command: string
  tool: string
} {
  const text = needs.length === 0 ? '' : `, with ${listed(needs)}`
  return {
    command: `- \`${command}\`${reads === undefined ? '' : `, which reads ${reads}`}`,
    tool: `- as a tool: \`${tool.name} ${JSON.stringify(tool.arguments)}\`${text}`,
  }
}

function listed(names: readonly string[]): string {
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
