import { refuse } from '../../operation/errors.ts'
import { isOver, type Run } from '../../runs/model.ts'
import type { JsonSpan } from '../../runs/result/json-scanner.ts'
import { locateInResult, resultFile, textBetween } from '../../runs/result/locate.ts'
import { type PathSegment, pathValueAt, readSteps } from '../../shared/follow-ups/path.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from './contracts.ts'
import { toolRun } from './read-interactions.ts'

/** A part of a result, however large it is. */
export const result = implement(() => contracts.result, {
  async run(call, { id, at, offset, count }) {
    const run = await toolRun(call, id)
    refuseWithout(run)
    const steps = stepsOf(at)
    const found = (await inFile(call, run, steps)) ?? inRecord(run, steps)
    if (found === undefined)
      throw refuse('not_found', `The result of ${id} has nothing at ${at}.`, {
        target: at,
        fix: shell`furrow tool result ${id}`,
      })
    const { text, ...about } = await found(offset, count)
    const next = offset + Buffer.byteLength(text)
    return { id, at, offset, text, ...about, ...(next < about.bytes && text !== '' && { next }) }
  },
  render: ({ id, at, text, next, bytes }) =>
    next === undefined
      ? text
      : `${text}\n\n(${bytes} bytes; more: ${shell`furrow tool result ${id} ${at} --offset ${String(next)}`})`,
})

type ReadResultPart = (
  offset: number,
  count: number,
) => Promise<Omit<contracts.ResultPart, 'id' | 'at' | 'offset' | 'next'>>

async function inFile(call: Call, run: Run, steps: readonly PathSegment[]): Promise<ReadResultPart | undefined> {
  const file = resultFile(call, run)
  const [span] = file === undefined ? [] : await locateInResult(file, [steps])
  if (file === undefined || span === undefined) return undefined
  return async (offset, count) => {
    const from = Math.min(span.start + offset, span.end)
    const text = await textBetween(file, from, Math.min(span.end, from + count))
    return { ...aboutSpan(span), text, file, start: span.start }
  }
}

function inRecord({ tool }: Run, steps: readonly PathSegment[]): ReadResultPart | undefined {
  const value = pathValueAt(tool?.result, steps)
  if (value === null && steps.length > 0) return undefined
  const text = Buffer.from(JSON.stringify(value))
  return async (offset, count) => ({
    kind: kindOf(value),
    bytes: text.length,
    ...(Array.isArray(value) && { items: value.length }),
    text: text
      .subarray(offset, offset + count)
      .toString()
      .replace(/\ufffd+$/, ''),
  })
}

function aboutSpan({ kind, start, end, count }: JsonSpan) {
  return { kind, bytes: end - start, ...(kind === 'array' && { items: count }) }
}

function kindOf(value: unknown): JsonSpan['kind'] {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'string'
  return value !== null && typeof value === 'object' ? 'object' : 'scalar'
}

/** `data.items[0]`, with or without the `$.` of a condition. */
function stepsOf(at: string): readonly PathSegment[] {
  const plain = at.replace(/^\$/, '')
  const text = plain === '' || /^[.[]/.test(plain) ? plain : `.${plain}`
  const { steps, end } = readSteps(text, 0)
  if (end === text.length) return steps
  throw refuse('usage', `${at} is not a path like data.items[0].`, { target: 'at' })
}

function refuseWithout({ id, tool, ...run }: Run): void {
  if (tool?.result !== undefined) return
  throw refuse('blocked', isOver(run) ? `${id} ended without a result.` : `${id} is still running.`, {
    target: id,
    fix: isOver(run) ? shell`furrow runs tail ${id}` : shell`furrow runs wait ${id}`,
  })
}
