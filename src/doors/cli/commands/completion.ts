import type { Typed } from '../../../operation/command/parse.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../operation/shell.ts'
import { answerPlain } from '../answer.ts'
import { SCRIPTS, type ShellName } from '../completion.ts'

/** `eval "$(furrow completion bash)"` */
export async function completion({ input, json }: Typed): Promise<number> {
  const name = input['shell'] as ShellName | undefined
  if (name === undefined)
    throw refuse('usage', 'furrow completion needs <shell>: bash, zsh or fish.', {
      target: 'shell',
      fix: shell`furrow completion --help`,
    })
  answerPlain(SCRIPTS[name], json)
  return 0
}
