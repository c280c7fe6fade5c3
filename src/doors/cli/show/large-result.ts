import type { App } from '../../../app/app.ts'
import type { Actor } from '../../../operation/actor.ts'
import type { Run } from '../../../runs/model.ts'
import { resultChunks, textBetween } from '../../../runs/result/locate.ts'
import { shell } from '../../../shared/shell/shell.ts'
import type { ResultPart } from '../../../tools/interactions/contracts.ts'
import { FdWriter } from '../terminal/fd-writer.ts'

/** A string beyond it is printed as JSON, for it would have to be held to be decoded. */
const LONGEST_DECODED = 64 * 2 ** 20

/** Whole into a pipe or a file; on a screen its beginning, and where the rest is. */
export async function showLargeResult(app: App, run: Run, actor: Actor): Promise<void> {
  const outcome = await app.call('tool.result', { id: run.id, at: 'data', count: 1 }, { actor })
  if (!outcome.ok) return
  const { file, start = 0, bytes, kind } = outcome.value as ResultPart
  if (file === undefined) return
  const sink = new FdWriter(() => undefined)
  if (process.stdout.isTTY !== true) return printWhole(sink, file, { start, end: start + bytes, kind })
  await sink.write('stdout', Buffer.from(`${String(run.tool?.result?.['preview'] ?? '')}…\n`))
  const rest = `\n${bytes} bytes in all, in ${file}  (${shell`furrow tool result ${run.id} data`})\n`
  await sink.write('stderr', Buffer.from(rest))
}

async function printWhole(
  sink: FdWriter,
  file: string,
  value: Pick<ResultPart, 'kind'> & { start: number; end: number },
): Promise<void> {
  const { start, end, kind } = value
  if (kind === 'string' && end - start <= LONGEST_DECODED)
    await sink.write('stdout', Buffer.from(JSON.parse(await textBetween(file, start, end)) as string))
  else for await (const chunk of resultChunks(file, start, end)) await sink.write('stdout', chunk)
  await sink.write('stdout', Buffer.from('\n'))
}
