import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'

/** Reached only when flags stand before the word: otherwise the bin answers hooks by itself, which is faster. */
export async function hook(): Promise<number> {
  throw refuse('usage', 'hook has to be the first word: furrow hook session-start.', {
    target: 'hook',
    fix: shell`furrow hook --help`,
  })
}
