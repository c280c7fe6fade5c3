import type { Typed } from '../../../operation/command/parse.ts'
import { locate, unknownCommand } from '../../../operation/command/tree.ts'
import { answerPlain } from '../answer.ts'
import type { Context } from '../context.ts'
import { helpText } from '../help.ts'
import { paint } from '../paint.ts'

/** `furrow help change archive` */
export async function help({ input, json }: Typed, { tree, terminal }: Context): Promise<number> {
  const { node, word } = locate(tree, (input['command'] ?? []) as string[])
  if (word !== undefined) throw unknownCommand(node, word)
  answerPlain(helpText(node, paint(terminal.colors.stdout && !json)), json)
  return 0
}
