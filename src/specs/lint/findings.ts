import type { Located } from '../../operation/sarif.ts'
import { listLines, NOTHING } from '../items/list-lines.ts'
import type { PlacedItem, SpecSection } from '../write/texts.ts'
import { itemsOf } from '../write/texts.ts'
import { PLACEHOLDER } from '../write/values.ts'
import { earsForm } from './ears.ts'
import { bareNumbers } from './numbers.ts'
import { openQuestions } from './questions.ts'
import { smellsIn } from './smells.ts'
import { undefinedTerms } from './terms.ts'

export interface SpecFinding extends Located {
  readonly id?: string
}

const FUNCTIONAL: readonly string[] = ['must_have', 'should_have', 'could_have']

/**
 * What can be computed about the texts: facts, not judgement. Only kinds that are right nearly always block; smells and
 * EARS forms are measured (`npm run bench -- requirements`) and advise.
 */
export function findingsIn(parts: readonly SpecSection[]): SpecFinding[] {
  const items = itemsOf(parts)
  const requirements = items.filter(isRequired)
  const listed = itemsOf(parts.filter(isRequired).map(part => ({ ...part, text: listLines(part.text, 'FR') })))
  return [
    ...parts.flatMap(placeholders),
    ...duplicates(items),
    ...listed.flatMap(missingId),
    ...requirements.flatMap(missingAcceptance),
    ...requirements.filter(({ key }) => key === 'non_functional').flatMap(numbersWithoutUnits),
    ...requirements.flatMap(notEars),
    ...requirements.flatMap(smells),
    ...items.filter(({ stage, key }) => stage === 'business-rules' && key === 'constraints').flatMap(notWhenThen),
    ...undefinedTerms(parts, items),
    ...openQuestions(parts),
  ].sort(byPlace)
}

function isRequired({ key, stage }: Pick<SpecSection, 'key' | 'stage'>): boolean {
  return stage === 'specify' && (FUNCTIONAL.includes(key) || key === 'non_functional')
}

function placeholders({ text, path, line }: SpecSection): SpecFinding[] {
  return text.split('\n').flatMap((words, index) => {
    const [found] = PLACEHOLDER.exec(words) ?? []
    return found === undefined
      ? []
      : [
          {
            kind: 'placeholder',
            level: 'block' as const,
            path,
            line: line + index,
            message: `"${found}" stands for something that is still to be written.`,
          },
        ]
  })
}

const DEFINES: Readonly<Record<string, readonly string[]>> = {
  FR: ['specify'],
  NFR: ['specify'],
  BR: ['business-rules'],
  ADR: ['design'],
  TASK: ['tasks'],
}

/** The items that define their id, each where ids of its kind are defined. */
export function definitionsIn(items: readonly PlacedItem[]): (PlacedItem & { id: string })[] {
  return items.filter((item): item is PlacedItem & { id: string } => {
    const { id, stage, key } = item
    if (id === undefined || !DEFINES[id.split('-')[0] ?? '']?.includes(stage)) return false
    if (stage === 'tasks') return key === 'tasks'
    return stage !== 'design' || key === 'design_decisions'
  })
}

const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  specify: [...FUNCTIONAL, 'wont_have', 'non_functional'],
  'business-rules': ['constraints', 'derivations'],
}

/** The definitions where ids are given; what another section says of an id defines no second one. */
export function numberedIn(items: readonly PlacedItem[]): (PlacedItem & { id: string })[] {
  return definitionsIn(items).filter(({ stage, key }) => NUMBERED[stage]?.includes(key) ?? true)
}

function duplicates(items: readonly PlacedItem[]): SpecFinding[] {
  const first = new Map<string, PlacedItem>()
  return numberedIn(items).flatMap(item => {
    const before = first.get(item.id)
    if (before === undefined) {
      first.set(item.id, item)
      return []
    }
    return [at(item, 'duplicate_id', 'block', `${item.id} is there already, in line ${before.line} of ${before.path}.`)]
  })
}

function missingId(item: PlacedItem): SpecFinding[] {
  if (item.id !== undefined || item.level !== undefined || NOTHING.test(item.text)) return []
  return [at(item, 'missing_id', 'block', `"${short(item.text)}" has no id.`)]
}

function missingAcceptance(item: PlacedItem): SpecFinding[] {
  if (item.key === 'non_functional' || item.id === undefined) return []
  if (/\baccept(?:ance|ed)\b|\bgiven\b[\s\S]*\bwhen\b[\s\S]*\bthen\b|\bverified by\b|\bdone when\b/i.test(item.block))
    return []
  return [at(item, 'no_acceptance', 'advise', `${item.id} has no acceptance criteria.`)]
}

function numbersWithoutUnits(item: PlacedItem): SpecFinding[] {
  const bare = bareNumbers(item.text)
  if (bare.length === 0) return []
  return [
    at(item, 'number_without_unit', 'advise', `${item.id ?? short(item.text)}: ${bare.join(' and ')} without a unit.`),
  ]
}

function notEars(item: PlacedItem): SpecFinding[] {
  if (item.id === undefined || item.key === 'non_functional' || earsForm(item.text) !== undefined) return []
  return [at(item, 'no_ears_form', 'advise', `${item.id} has no EARS form: "${short(item.text)}".`)]
}

function smells(item: PlacedItem): SpecFinding[] {
  return smellsIn(item.text.replace(/\bacceptance\b.*$/is, '')).map(({ kind, words, says }) =>
    at(
      item,
      `smell_${kind}`,
      'advise',
      `${item.id ?? short(item.text)}: ${words.map(word => `"${word}"`).join(', ')} ${says}.`,
    ),
  )
}

function notWhenThen(item: PlacedItem): SpecFinding[] {
  if (item.text.length < 12 || /^(?:when(?:ever)?|if|while|where)\b[\s\S]*\bthen\b/i.test(item.text)) return []
  return [at(item, 'rule_form', 'advise', `${item.id ?? short(item.text)} is not in the form When ... Then ...`)]
}

function at({ path, line, id }: PlacedItem, kind: string, level: SpecFinding['level'], message: string): SpecFinding {
  return { kind, level, path, line, message, ...(id !== undefined && { id }) }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text
}

function byPlace(a: SpecFinding, b: SpecFinding): number {
  return a.path === b.path ? a.line - b.line : a.path < b.path ? -1 : 1
}
