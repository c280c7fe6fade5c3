import type { Run } from '../../runs/model.ts'
import type { JsonSpan } from '../../runs/result/json-scanner.ts'
import { locateInResult, resultFile, type Steps, textBetween } from '../../runs/result/locate.ts'
import { beginningOf } from '../../runs/result/preview.ts'
import { parseCondition, pathsIn } from '../../shared/follow-ups/condition.ts'
import { conditionHolds } from '../../shared/follow-ups/holds.ts'
import { PartialText, ReadValues } from '../../shared/follow-ups/large.ts'
import { followUpSubjectOf } from '../../shared/follow-ups/subject.ts'
import { parseTemplate } from '../../shared/follow-ups/template.ts'
import type { StorageContext } from '../../workspace/call.ts'
import type { ResultAction } from '../model.ts'

/** A list is looked through for a value up to this size. */
const LARGEST_VALUE = 16 * 2 ** 20
/** More than that is never inserted into a text. */
const LARGEST_INSERTED = 256 * 1024
const HEAD = 128 * 1024

interface Want {
  readonly steps: Steps
  readonly most: number
}

/** What conditions and templates of these follow-ups are asked about: of a large result, what they need of it. */
export async function largeResultSubject(
  place: StorageContext,
  run: Run,
  actions: readonly ResultAction[],
): Promise<unknown> {
  const file = resultFile(place, run)
  if (file === undefined) return followUpSubjectOf({ ...run, ...run.tool })
  return readValues(file, actions.flatMap(wantsOf))
}

/** The follow-ups whose condition holds, by their id or label; pages cannot judge a result that they do not have. */
export async function followUpsFor(
  place: StorageContext,
  run: Run,
  actions: readonly ResultAction[],
): Promise<string[]> {
  const subject = await largeResultSubject(place, run, actions)
  return actions.filter(({ condition }) => conditionHolds(condition, subject)).map(({ id, label }) => id ?? label)
}

async function readValues(file: string, wants: readonly Want[]): Promise<ReadValues> {
  // A length is that of a list or a text, which is looked for as well.
  const spans = await locateInResult(
    file,
    wants.flatMap(({ steps }) => [steps, steps.slice(0, -1)]),
  )
  const values = await Promise.all(
    wants.map(async ({ steps, most }, index) => {
      const [span, around] = [spans[2 * index], spans[2 * index + 1]]
      if (span !== undefined) return [steps, await readValue(file, span, most)] as const
      return [steps, steps.at(-1) === 'length' ? await lengthOf(file, around) : null] as const
    }),
  )
  return new ReadValues(values)
}

async function readValue(file: string, span: JsonSpan, most: number): Promise<unknown> {
  const size = span.end - span.start
  if (size <= most) return JSON.parse(await textBetween(file, span.start, span.end)) as unknown
  return new PartialText(beginningOf(await textBetween(file, span.start, span.start + HEAD), span.kind), size)
}

async function lengthOf(file: string, span: JsonSpan | undefined): Promise<number | null> {
  if (span?.kind === 'array') return span.count
  if (span?.kind !== 'string') return null
  return (JSON.parse(await textBetween(file, span.start, span.end)) as string).length
}

function wantsOf({ condition, confirm, prompt_template: prompt, operation }: ResultAction): Want[] {
  const parsed = condition === undefined ? undefined : parseCondition(condition)
  const asked = parsed === undefined || 'problem' in parsed ? [] : pathsIn(parsed)
  const templates = [prompt, confirm ?? '', ...textsIn(operation?.input)]
  const inserted = templates.flatMap(template =>
    parseTemplate(template).parts.flatMap(part =>
      part.kind === 'place' && part.root === 'result' ? [part.steps] : [],
    ),
  )
  const known = new Set(asked.map(steps => JSON.stringify(steps)))
  return [
    ...asked.map(steps => ({ steps, most: LARGEST_VALUE })),
    ...inserted.filter(steps => !known.has(JSON.stringify(steps))).map(steps => ({ steps, most: LARGEST_INSERTED })),
  ]
}

function textsIn(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return tree !== null && typeof tree === 'object' ? Object.values(tree).flatMap(textsIn) : []
}
