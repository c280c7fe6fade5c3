import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CodeIndex } from '../src/ask/index/database.ts'
import { Engine } from '../src/ask/index/engine.ts'
import { listFiles } from '../src/ask/index/files/list-files.ts'
import { readText } from '../src/ask/index/files/read-text.ts'
import { mean, measure, type Passage, type PassageRanker } from './ask-measures.ts'
import { cited } from './ask-ours.ts'
import { windowBaseline } from './ask-windows.ts'
import type { Row } from './row.ts'

/**
 * Repositories in no data set: questions that were written before anything was searched for, with the lines that answer.
 * What the first ones showed was changed since; the ranking stood as it is when the later ones were first asked.
 */
interface Stranger {
  readonly repository: string
  readonly commit: string
  readonly questions: readonly { readonly question: string; readonly lines: readonly Passage[] }[]
  readonly threads: readonly { readonly first: string; readonly then: string; readonly files: readonly string[] }[]
}

const FOLDER = path.join(os.homedir(), '.cache/furrow-bench/strangers')

function readStrangers(): Stranger[] {
  return ['first', 'later'].flatMap(name => {
    const file = fileURLToPath(new URL(`../bench/ask-strangers/${name}.json`, import.meta.url))
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Stranger[]
  })
}

/** The questions alone, as a person asks. */
export function strangerQuestions(): string[] {
  return readStrangers().flatMap(({ questions }) => questions.map(({ question }) => question))
}

/** For each that is checked out as `~/.cache/furrow-bench/strangers/<owner>+<name>`. */
export async function strangerRows(): Promise<Row[]> {
  const rows: Row[] = []
  for (const stranger of readStrangers()) {
    const root = path.join(FOLDER, stranger.repository.replace('/', '+'))
    if (fs.existsSync(root)) rows.push(...(await measured(stranger, root)))
    else console.error(`${stranger.repository} at ${stranger.commit} is not in ${root}; its questions are not measured`)
  }
  return rows
}

async function measured({ repository, questions, threads }: Stranger, root: string): Promise<Row[]> {
  const engine = new Engine({ root, git: false })
  const index = await engine.refresh()
  const base = windowBaseline(await textsIn(root))
  const answered = (rank: PassageRanker) => Math.round(questions.length * share(questions, rank))
  const rows: Row[] = [
    {
      what: `${repository}: of ${questions.length} questions answered by lines among five (beside 40-line windows)`,
      figure: answered(question => cited(index, { question })),
      base: answered(base),
      unit: 'questions',
    },
  ]
  if (threads.length > 0)
    rows.push({
      what: `${repository}: of ${threads.length} follow-ups on topic`,
      figure: threads.filter(thread => staysOnTopic(index, thread)).length,
      unit: 'threads',
    })
  engine.close()
  return rows
}

function share(questions: Stranger['questions'], rank: PassageRanker): number {
  const rows = questions.map(({ question, lines }) => {
    const files = lines.map(({ path: file }) => file)
    return measure({ question, repository: '', files, lines }, rank(question))
  })
  return mean(rows, 'lines@5')
}

function staysOnTopic(index: CodeIndex, { first, then, files }: Stranger['threads'][number]): boolean {
  const before = cited(index, { question: first }).slice(0, 5)
  const topic = { questions: [first], files: before.map(({ path: file }) => file) }
  const passages = cited(index, { question: then, topic }).slice(0, 5)
  return passages.some(({ path: file }) => files.includes(file))
}

export async function textsIn(root: string): Promise<{ path: string; text: string }[]> {
  return (await listFiles({ root, git: false })).flatMap(({ path: file, skipped }) => {
    const read = skipped === undefined ? readText(root, file) : undefined
    return read?.kind === 'text' ? [{ path: file, text: read.text }] : []
  })
}
