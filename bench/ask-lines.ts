import fs from 'node:fs'
import path from 'node:path'
import { splitLines } from '../src/ask/index/cut/cut.ts'
import { languageOf } from '../src/ask/index/cut/languages.ts'
import { type SymbolSpan, symbolOutline } from '../src/ask/index/cut/outline.ts'
import { Parsers } from '../src/ask/index/cut/parsers.ts'
import { type CodeQuestion, readAnswerSymbols } from './ask-corpus.ts'
import type { Item, Passage } from './ask-measures.ts'

/**
 * The questions with the lines that answer them: the definitions that the question names and its files hold, or those
 * that `ask-lines.json` lists by hand. Some have none.
 */
export async function itemsOf(root: string, questions: readonly CodeQuestion[]): Promise<Item[]> {
  const outlines = await outlinesOf(root, [...new Set(questions.flatMap(({ files }) => files))])
  const listed = readAnswerSymbols()
  return questions.map(({ id, question, files, repository }) => ({
    question,
    repository,
    files,
    lines: files.flatMap(file => answering(file, outlines.get(file) ?? [], { question, symbols: listed[id] })),
  }))
}

interface Sought {
  readonly question: string
  readonly symbols: readonly string[] | undefined
}

function answering(file: string, spans: readonly SymbolSpan[], { question, symbols }: Sought): Passage[] {
  const named = new Set((question.match(/[A-Za-z_]\w*/g) ?? []).filter(word => /[A-Z_]/.test(word)))
  const isSought = ({ name, names }: SymbolSpan) =>
    symbols === undefined
      ? named.has(name) && /[A-Z_]/.test(name)
      : symbols.some(symbol => {
          const [end = '', inside = ''] = symbol.split(':')
          return file.endsWith(`/${end}`) && inside === names.join('.')
        })
  return spans.filter(isSought).map(({ first, last }) => ({ path: file, first: first + 1, last: last + 1 }))
}

async function outlinesOf(root: string, files: readonly string[]): Promise<Map<string, SymbolSpan[]>> {
  const parsers = new Parsers()
  const outlines = new Map<string, SymbolSpan[]>()
  for (const file of files) {
    const { reading } = languageOf(file)
    if (reading.kind !== 'code' || !fs.existsSync(path.join(root, file))) continue
    await parsers.load([reading.grammar])
    const text = splitLines(fs.readFileSync(path.join(root, file), 'utf8')).join('\n')
    outlines.set(file, parsers.parse(text, reading.grammar, tree => symbolOutline(tree, reading.grammar)) ?? [])
  }
  return outlines
}
