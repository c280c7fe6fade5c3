import { itemsIn } from '../items/items.ts'
import type { SpecSection } from '../write/texts.ts'
import type { SpecFinding } from './findings.ts'

const SMALL = new Set(
  'a an and are be can do does for how in is it of on or our shall should the to was we what when where which who why will with you'.split(
    ' ',
  ),
)

/** Open questions of the proposal that no round of the gate takes up, and questions there without an answer. */
export function openQuestions(parts: readonly SpecSection[]): SpecFinding[] {
  const rounds = parts.filter(({ stage }) => stage === 'clarify')
  const said = new Set(rounds.flatMap(({ text }) => wordsOf(text)))
  const asked = parts
    .filter(({ stage, key }) => stage === 'propose' && key === 'open_questions')
    .flatMap(({ text, path, line }) =>
      questionsIn(text)
        .filter(({ question }) => !isTakenUp(question, said))
        .map(each => finding(path, line + each.index, each.question)),
    )
  return [
    ...asked,
    ...rounds.flatMap(({ text, path, line }) =>
      unanswered(text).map(each => finding(path, line + each.index, each.question)),
    ),
  ]
}

interface OpenQuestion {
  readonly question: string
  /** From 0, in its text. */
  readonly index: number
}

function questionsIn(text: string): OpenQuestion[] {
  const items = itemsIn(text)
  if (items.length > 0) return items.map(({ text: question, line }) => ({ question, index: line - 1 }))
  return text.split('\n').flatMap((line, index) => (line.includes('?') ? [{ question: line.trim(), index }] : []))
}

/** A line that ends with a question, followed by another question, a heading or nothing. */
function unanswered(text: string): OpenQuestion[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (!/\?[*_\s]*$/.test(line)) return []
    const next = lines.slice(index + 1).find(each => each.trim() !== '')
    const isAnswered = next !== undefined && !/^\s*#|\?[*_\s]*$/.test(next)
    return isAnswered ? [] : [{ question: line.replace(/^[\s>*+-]+/, '').trim(), index }]
  })
}

function isTakenUp(question: string, said: ReadonlySet<string>): boolean {
  const words = wordsOf(question)
  return words.length > 0 && words.filter(word => said.has(word)).length / words.length >= 0.6
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\d]{2,}/gu) ?? []).filter(word => !SMALL.has(word))
}

function finding(path: string, line: number, question: string): SpecFinding {
  const short = question.length > 80 ? `${question.slice(0, 80)}...` : question
  return { kind: 'unanswered_question', level: 'advise', path, line, message: `Not answered: ${short}` }
}
