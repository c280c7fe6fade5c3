import fs from 'node:fs'
import path from 'node:path'
import { earsForm } from '../src/specs/lint/ears.ts'
import { SMELLS, smellsIn } from '../src/specs/lint/smells.ts'
import { PLACEHOLDER } from '../src/specs/values.ts'
import type { Row } from './row.ts'

/** Data to measure with is not ours and lies beside the repository; without it there is nothing to measure. */
const PLACES = [
  process.env['FURROW_BENCH_REQUIREMENTS'],
  '../shared/data/requirements',
  '../../shared/data/requirements',
]
const DATA = PLACES.find(place => place !== undefined && fs.existsSync(place))

/** Names that the data has for the same thing. */
const MARKED: Readonly<Record<string, string>> = { ambiguous_adverb: 'ambiguous_adv_adj' }

interface Marked {
  readonly text: string
  readonly smells: Readonly<Record<string, readonly string[]>>
}

interface Templated {
  readonly text: string
  readonly template: string
}

/** Precision and recall of the measured findings, per requirement and kind. Only what is nearly always right may block. */
export async function run(): Promise<Row[]> {
  if (DATA === undefined) {
    console.error('requirements: there is no data beside the repository, so nothing is measured')
    return []
  }
  const marked = linesOf<Marked>('smells.jsonl')
  const templated = linesOf<Templated>('ears.jsonl')
  return [
    ...SMELLS.flatMap(({ kind }) => smellRows(marked, kind)),
    ...anySmellRows(marked),
    ...earsRows(templated),
    ...placeholderRows([...marked, ...templated]),
  ]
}

function smellRows(all: readonly Marked[], kind: string): Row[] {
  const gold = MARKED[kind] ?? kind
  const isMarked = all.some(({ smells }) => smells[gold] !== undefined)
  const found = (text: string) => smellsIn(text).some(smell => smell.kind === kind)
  if (!isMarked)
    return [
      share(
        `smell ${kind}: not marked in the data, found in`,
        all.filter(({ text }) => found(text)).length,
        all.length,
      ),
    ]
  return rates(
    `smell ${kind}`,
    all.map(({ text, smells }) => ({ found: found(text), gold: smells[gold] !== undefined })),
  )
}

/** Whether a requirement smells at all: polysemous words are marked in the data and not looked for. */
function anySmellRows(all: readonly Marked[]): Row[] {
  const others = ({ smells }: Marked) => Object.keys(smells).some(kind => kind !== 'polysemy')
  return rates(
    'any smell',
    all.map(each => ({ found: smellsIn(each.text).length > 0, gold: others(each) })),
  )
}

/** Of the templates only SPIDER is surely none of EARS; the others share its main form and are shown as they are. */
function earsRows(all: readonly Templated[]): Row[] {
  const ofTemplate = (name: string) => all.filter(({ template }) => template === name)
  const judged = [...ofTemplate('EARS'), ...ofTemplate('SPIDER')]
  return [
    ...rates(
      'EARS form (EARS and SPIDER texts)',
      judged.map(({ text, template }) => ({ found: earsForm(text) !== undefined, gold: template === 'EARS' })),
    ),
    ...[...new Set(all.map(({ template }) => template))].map(name => {
      const texts = ofTemplate(name)
      return share(
        `EARS form seen in texts of ${name}`,
        texts.filter(({ text }) => earsForm(text) !== undefined).length,
        texts.length,
      )
    }),
  ]
}

/** None of these texts is unfinished, so whatever is found is wrong. */
function placeholderRows(all: readonly { text: string }[]): Row[] {
  return [
    share('placeholder found in finished texts', all.filter(({ text }) => PLACEHOLDER.test(text)).length, all.length),
  ]
}

function rates(what: string, judged: readonly { found: boolean; gold: boolean }[]): Row[] {
  const right = judged.filter(({ found, gold }) => found && gold).length
  return [
    share(`${what}: precision`, right, judged.filter(({ found }) => found).length),
    share(`${what}: recall`, right, judged.filter(({ gold }) => gold).length),
  ]
}

function share(what: string, part: number, whole: number): Row {
  return { what: `${what} (${part} of ${whole})`, figure: whole === 0 ? 0 : (100 * part) / whole, unit: '%' }
}

function linesOf<T>(file: string): T[] {
  const lines = fs.readFileSync(path.join(DATA ?? '', file), 'utf8').split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as T)
}
