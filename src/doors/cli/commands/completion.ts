import type { TypedCommand } from '../../../operation/command/parse.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { SCRIPTS, type ShellName } from '../builtin/completion.ts'
import { answerPlain } from '../show/show-answer.ts'

/** `eval "$(furrow completion bash)"` */
export async function completion({ input, json }: TypedCommand): Promise<number> {
  const name = input['shell'] as ShellName | undefined
  if (name === undefined)
    throw refuse('usage', 'furrow completion needs <shell>: bash, zsh or fish.', {
      target: 'shell',
      fix: shell`furrow completion --help`,
    })
  answerPlain(SCRIPTS[name], json)
  return 0
}
