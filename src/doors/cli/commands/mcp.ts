import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'

/** Reached only when flags stand before the word: otherwise the bin starts the MCP entry, which is faster. */
export async function mcp(): Promise<number> {
  throw refuse('usage', 'mcp has to be the first word: furrow mcp --workspace <dir>.', {
    target: 'mcp',
    fix: shell`furrow mcp --help`,
  })
}
