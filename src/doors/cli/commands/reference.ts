import type { TypedCommand } from '../../../operation/command/parse.ts'
import { builtins } from '../builtin/builtins.ts'
import { referenceText } from '../builtin/reference.ts'
import type { CliContext } from '../call/context.ts'
import { answerText, answerValue } from '../show/show-answer.ts'

/** `furrow reference`: all operations as markdown, or as JSON the operations of the manifest. */
export async function reference({ json }: TypedCommand, { manifest, terminal }: CliContext): Promise<number> {
  if (json) answerValue({ version: manifest.version, operations: manifest.operations, resources: manifest.resources })
  else
    await answerText(
      referenceText(
        manifest,
        builtins.map(({ entry }) => entry),
      ),
      { terminal, to: 'stdout' },
    )
  return 0
}
