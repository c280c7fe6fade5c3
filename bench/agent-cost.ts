import { AGENT_SCRIPTS, followScript } from './agent-scripts.ts'
import type { Row } from './row.ts'

/** What a piece of work costs an agent that does only what the last answer said: calls, and tokens of the answers. */
export async function run(): Promise<Row[]> {
  const rows: Row[] = []
  for (const script of AGENT_SCRIPTS) {
    const { calls, tokens } = await followScript(script)
    rows.push(
      { what: `agent, ${script.name}: calls`, figure: calls.length, unit: 'calls', limit: script.limits.calls },
      { what: `agent, ${script.name}: answers`, figure: tokens, unit: 'tokens', limit: script.limits.tokens },
    )
  }
  return rows
}
