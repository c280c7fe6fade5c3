import fs from 'node:fs'
import path from 'node:path'
import { earsForm } from '../src/specs/lint/ears.ts'
import { SMELLS, smellsIn } from '../src/specs/lint/smells.ts'
import { PLACEHOLDER } from '../src/specs/write/values.ts'
import { acrossDocuments, listedIn, type Marked, ruleRows, scoreRows, withoutPolysemy } from './requirement-smells.ts'
import type { Row } from './row.ts'

/** Data to measure with is not ours and lies beside the repository; without it there is nothing to measure. */
const PLACES = [
  process.env['FURROW_BENCH_REQUIREMENTS'],
  '../shared/data/requirements',
  '../../shared/data/requirements',
]
const DATA = PLACES.find(place => place !== undefined && fs.existsSync(place))

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
    ...scoreRows('smells', marked, {
      'plain word list': listedIn,
      'rules chosen on the other documents': acrossDocuments(marked),
      'the rules that ship': ({ text }) => smellsIn(text).map(({ kind }) => kind),
    }),
    ...SMELLS.flatMap(({ kind }) => smellRows(marked, kind)),
    ...ruleRows(marked),
    ...falseAlarmRows(templated),
    ...earsRows(templated),
    ...placeholderRows([...marked, ...templated]),
  ]
}

function smellRows(all: readonly Marked[], kind: string): Row[] {
  const found = (text: string) => smellsIn(text).some(smell => smell.kind === kind)
  if (!all.some(each => withoutPolysemy(each).has(kind)))
    return [
      share(
        `smell ${kind}: not marked in the data, found in`,
        all.filter(({ text }) => found(text)).length,
        all.length,
      ),
    ]
  return rates(
    `smell ${kind}`,
    all.map(each => ({ found: found(each.text), gold: withoutPolysemy(each).has(kind) })),
  )
}

/** The main form of EARS is no smell: of what is found in such sentences each kind is shown. */
function falseAlarmRows(all: readonly Templated[]): Row[] {
  const ears = all.filter(({ template, text }) => template === 'EARS' && earsForm(text) !== undefined)
  return SMELLS.map(({ kind }) =>
    share(
      `smell ${kind} found in EARS sentences`,
      ears.filter(({ text }) => smellsIn(text).some(smell => smell.kind === kind)).length,
      ears.length,
    ),
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
