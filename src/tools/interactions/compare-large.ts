import type { JsonSpan } from '../../runs/result/json-scanner.ts'
import { childrenOf, type JsonSource, locateInResult, textBetween } from '../../runs/result/locate.ts'
import { beginningOf } from '../../runs/result/preview.ts'
import type { Difference } from '../model.ts'
import { childPath, differences, MOST_DIFFERENCES } from './differences.ts'

/** Values up to this size are compared in memory. */
const IN_MEMORY = 2 ** 20
const SHOWN = 200

/** Where two results differ that are too large to be held, in the order of the first. */
export async function compareSources(before: JsonSource, after: JsonSource): Promise<Difference[]> {
  const [[left], [right]] = await Promise.all([locateInResult(before, [[]]), locateInResult(after, [[]])])
  if (left === undefined || right === undefined) return []
  const found: Difference[] = []
  await compareAt([before, left], [after, right], { path: '$', found })
  return found.slice(0, MOST_DIFFERENCES)
}

type JsonSide = readonly [source: JsonSource, span: JsonSpan]
interface Comparing {
  readonly path: string
  readonly found: Difference[]
}

async function compareAt(before: JsonSide, after: JsonSide, { path, found }: Comparing): Promise<void> {
  if (found.length >= MOST_DIFFERENCES) return
  const [{ kind }, other] = [before[1], after[1]]
  if (sizeOf(before) + sizeOf(after) <= IN_MEMORY) {
    const [left, right] = await Promise.all([readValue(before), readValue(after)])
    found.push(...differences(left, right, path))
  } else if (kind === 'array' && other.kind === 'array') await compareLists(before, after, { path, found })
  else if (kind === 'object' && other.kind === 'object') await compareObjects(before, after, { path, found })
  else if (!(await isSameText(before, after)))
    found.push({ path, before: await shownOf(before), after: await shownOf(after) })
}

/** Side by side, as many items at a time as were read; neither list is held. */
async function compareLists(before: JsonSide, after: JsonSide, { path, found }: Comparing): Promise<void> {
  const [left, right] = [itemsOf(before), itemsOf(after)]
  for (let index = 0; found.length < MOST_DIFFERENCES; ) {
    const ones = await left.take(MOST_ITEMS)
    const others = await right.take(ones.length > 0 ? ones.length : MOST_ITEMS)
    const count = Math.max(ones.length, others.length)
    if (count === 0) break
    if (ones.length !== others.length || (await textOf(before[0], ones)) !== (await textOf(after[0], others)))
      for (let at = 0; at < count && found.length < MOST_DIFFERENCES; at += 1)
        await compareMaybe(ones[at], others[at], { path: `${path}[${index + at}]`, found })
    index += count
  }
  await Promise.all([left.end(), right.end()])
}

const MOST_ITEMS = 1000

/** Items that lie side by side, as they are written; nothing, which equals nothing, where that would be too much. */
async function textOf(source: JsonSource, items: readonly JsonSide[]): Promise<string | symbol> {
  const [first, last] = [items[0]?.[1].start ?? 0, items.at(-1)?.[1].end ?? 0]
  return last - first > IN_MEMORY ? Symbol() : textBetween(source, first, last)
}

/** Takes from a list as many items as are wanted, and fewer only at its end. */
function itemsOf([source, span]: JsonSide) {
  const pages = childrenOf(source, span)
  let held: JsonSide[] = []
  return {
    async take(count: number): Promise<JsonSide[]> {
      while (held.length < count) {
        const page = await pages.next()
        if (page.done === true) break
        held = [...held, ...page.value.map((child): JsonSide => [source, child])]
      }
      const taken = held.slice(0, count)
      held = held.slice(count)
      return taken
    },
    end: () => pages.return(undefined),
  }
}

async function compareObjects(before: JsonSide, after: JsonSide, { path, found }: Comparing): Promise<void> {
  const [left, right] = await Promise.all([membersOf(before), membersOf(after)])
  for (const name of new Set([...left.keys(), ...right.keys()]))
    await compareMaybe(left.get(name), right.get(name), { path: childPath(path, String(name), false), found })
}

async function compareMaybe(before: JsonSide | undefined, after: JsonSide | undefined, at: Comparing): Promise<void> {
  if (before !== undefined && after !== undefined) return compareAt(before, after, at)
  at.found.push({
    path: at.path,
    ...(before !== undefined && { before: await shownOf(before) }),
    ...(after !== undefined && { after: await shownOf(after) }),
  })
}

async function membersOf([source, span]: JsonSide): Promise<Map<string | number, JsonSide>> {
  const members = new Map<string | number, JsonSide>()
  for await (const children of childrenOf(source, span))
    for (const child of children) members.set(child.step, [source, child])
  return members
}

async function isSameText(before: JsonSide, after: JsonSide): Promise<boolean> {
  if (sizeOf(before) !== sizeOf(after)) return false
  for (let at = 0; at < sizeOf(before); at += IN_MEMORY) {
    const [left, right] = await Promise.all([before, after].map(side => textFrom(side, at)))
    if (left !== right) return false
  }
  return true
}

function textFrom([source, { start, end }]: JsonSide, at: number): Promise<string> {
  return textBetween(source, start + at, Math.min(end, start + at + IN_MEMORY))
}

async function readValue([source, { start, end }]: JsonSide): Promise<unknown> {
  return JSON.parse(await textBetween(source, start, end)) as unknown
}

async function shownOf(side: JsonSide): Promise<unknown> {
  const [source, { kind, start }] = side
  return sizeOf(side) <= SHOWN
    ? readValue(side)
    : `${beginningOf(await textBetween(source, start, start + SHOWN), kind)}…`
}

function sizeOf([, { start, end }]: JsonSide): number {
  return end - start
}
