import type { TypedCommand } from '../../../operation/command/parse.ts'
import { locateCommand, unknownCommand } from '../../../operation/command/tree.ts'
import { helpText } from '../builtin/help.ts'
import type { CliContext } from '../call/context.ts'
import { paint } from '../show/paint.ts'
import { answerPlain } from '../show/show-answer.ts'

/** `furrow help change archive` */
export async function help({ input, json }: TypedCommand, { tree, terminal }: CliContext): Promise<number> {
  const { node, word } = locateCommand(tree, (input['command'] ?? []) as string[])
  if (word !== undefined) throw unknownCommand(node, word)
  answerPlain(helpText(node, paint(terminal.colors.stdout && !json)), json)
  return 0
}
