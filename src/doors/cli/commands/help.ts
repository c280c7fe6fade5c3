import type { Context } from '../context.ts'
import { helpText } from '../help.ts'
import { paint } from '../paint.ts'
import type { Typed } from '../parse.ts'
import { write } from '../stdio.ts'
import { locate, unknownCommand } from '../tree.ts'

/** `furrow help change archive` */
export async function help({ input }: Typed, { tree, terminal }: Context): Promise<number> {
  const { node, rest } = locate(tree, (input['command'] ?? []) as string[])
  const [unknown] = rest
  if (unknown !== undefined) throw unknownCommand(node, unknown)
  write('stdout', helpText(node, paint(terminal.colors.stdout)))
  return 0
}
