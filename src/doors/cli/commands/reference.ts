import type { Typed } from '../../../operation/command/parse.ts'
import { answerText, answerValue } from '../answer.ts'
import { builtins } from '../builtins.ts'
import type { Context } from '../context.ts'
import { referenceText } from '../reference.ts'

/** `furrow reference`: all operations as markdown, or as JSON the operations of the manifest. */
export async function reference({ json }: Typed, { manifest, terminal }: Context): Promise<number> {
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
