import { slug } from '../../operation/names/naming.ts'
import { titleKey } from './title-key.ts'

const MAX_KEY = 120

/** Types of an observation that name its family outright. */
const FAMILY_BY_TYPE: Readonly<Record<string, readonly string[]>> = {
  architecture: ['architecture', 'design', 'adr', 'refactor'],
  bug: ['bug', 'bugfix', 'fix', 'incident', 'hotfix'],
  decision: ['decision'],
  pattern: ['pattern', 'convention', 'guideline'],
  config: ['config', 'setup', 'infra', 'infrastructure', 'ci'],
  discovery: ['discovery', 'investigation', 'root_cause', 'root-cause'],
  explore: ['explore', 'exploration', 'context', 'discuss'],
  learning: ['learning', 'learn'],
  session: ['session', 'session_summary'],
}

/** Whole words of title and content, in this order; `quadrant` is no ADR and `envelope` no configuration. */
const FAMILY_BY_WORD: Readonly<Record<string, readonly string[]>> = {
  bug: [
    'bug',
    'bugs',
    'fix',
    'fixed',
    'panic',
    'error',
    'errors',
    'crash',
    'crashes',
    'regression',
    'incident',
    'hotfix',
  ],
  architecture: ['architecture', 'design', 'adr', 'boundary', 'hexagonal', 'refactor'],
  decision: ['decision', 'tradeoff', 'chose', 'choose', 'decide', 'decided'],
  pattern: ['pattern', 'patterns', 'convention', 'naming', 'guideline'],
  config: ['config', 'configuration', 'setup', 'environment', 'env', 'docker', 'pipeline'],
  discovery: ['discovery', 'discovered', 'investigate', 'investigation', 'found', 'root cause'],
  learning: ['learned', 'learning'],
}

export interface TopicSource {
  readonly type?: string
  readonly title?: string
  readonly content?: string
}

/** `decision/use-sqlite-for-memory`: the family, then what the record is about. */
export function suggestTopicKey(source: TopicSource): string {
  const family = familyOf(source)
  return normalizeTopicKey(`${family}/${withoutFamily(titleKey(wordsOf(source)), family)}`)
}

/** The key that Furrow 0.1 made, which many titles could share: records still have it. */
export function formerTopicKey(source: TopicSource): string {
  const family = familyOf(source)
  const segment = slug(wordsOf(source), { fallback: 'general', max: 100 })
  return normalizeTopicKey(`${family}/${withoutFamily(segment, family)}`)
}

function wordsOf({ title = '', content = '' }: TopicSource): string {
  return title.trim() === '' ? content.split(/\s+/).slice(0, 8).join(' ') : title
}

function withoutFamily(segment: string, family: string): string {
  return segment.replace(new RegExp(`^${family}-(?=.)`), '')
}

export function normalizeTopicKey(key: string): string {
  return key.trim().toLowerCase().replace(/\s+/g, '-').slice(0, MAX_KEY)
}

function familyOf({ type = '', title = '', content = '' }: TopicSource): string {
  const named = match(FAMILY_BY_TYPE, list => list.includes(type.trim().toLowerCase()))
  if (named !== undefined) return named
  const words = ` ${`${title} ${content}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return (
    match(FAMILY_BY_WORD, list => list.some(word => words.includes(` ${word} `))) ?? slug(type, { fallback: 'topic' })
  )
}

function match(table: Readonly<Record<string, readonly string[]>>, fits: (list: readonly string[]) => boolean) {
  return Object.keys(table).find(family => fits(table[family] ?? []))
}
