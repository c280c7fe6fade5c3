import { refuse } from '../../../operation/errors.ts'
import { answerPlain } from '../answer.ts'
import { SCRIPTS, type ShellName } from '../completion.ts'
import type { Typed } from '../parse.ts'

/** `eval "$(furrow completion bash)"` */
export async function completion({ input, json }: Typed): Promise<number> {
  const shell = input['shell'] as ShellName | undefined
  if (shell === undefined)
    throw refuse('usage', 'furrow completion needs <shell>: bash, zsh or fish.', {
      target: 'shell',
      fix: 'furrow completion --help',
    })
  answerPlain(SCRIPTS[shell], json)
  return 0
}
