import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export interface CodeQuestion {
  readonly id: string
  readonly repository: string
  readonly question: string
  /** Below the folder of sources. */
  readonly files: readonly string[]
}

export interface FunctionSet {
  readonly texts: readonly { readonly id: string; readonly text: string }[]
  readonly questions: readonly { readonly query: string; readonly gold: readonly string[] }[]
}

const DATA = process.env['FURROW_BENCH_CODE'] ?? fileURLToPath(new URL('../../shared/data/code', import.meta.url))
const PACKAGES = ['flask', 'requests', 'pytest', 'xarray', 'django', 'sympy'].map(name => `python3-${name}`)
const BELOW = 'usr/lib/python3/dist-packages'

/** Questions about real packages; nothing where the data is not there. */
export function readQuestions(): CodeQuestion[] {
  return linesOf('questions.jsonl').map(line => {
    const { id, package: repository, question, files } = JSON.parse(line) as CodeQuestion & { package: string }
    return { id, repository, question, files: files.map(file => `${BELOW}/${file}`) }
  })
}

/** By the id of a question: the definitions that answer it, as `file:Outer.inner`. */
export function readAnswerSymbols(): Readonly<Record<string, readonly string[]>> {
  const file = fileURLToPath(new URL('./ask-lines.json', import.meta.url))
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string[]>
}

export function readFunctions(): FunctionSet {
  return {
    texts: linesOf('functions/corpus.jsonl').map(line => JSON.parse(line) as FunctionSet['texts'][number]),
    questions: linesOf('functions/queries.jsonl').map(line => JSON.parse(line) as FunctionSet['questions'][number]),
  }
}

function linesOf(name: string): string[] {
  const file = path.join(DATA, name)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []
}

/** The sources that the questions are about, among thousands of others: Debian's packages, unpacked once. */
export function sources(): string | undefined {
  const cache = path.join(os.homedir(), '.cache/furrow-bench')
  const folder = path.join(cache, 'code')
  if (fs.existsSync(path.join(folder, BELOW))) return folder
  const debs = path.join(cache, 'debs')
  fs.mkdirSync(debs, { recursive: true })
  try {
    execFileSync('apt-get', ['download', ...PACKAGES, 'libpython3.11-stdlib'], { cwd: debs, stdio: 'ignore' })
    for (const deb of fs.readdirSync(debs)) execFileSync('dpkg-deb', ['-x', path.join(debs, deb), folder])
  } catch {
    return undefined
  }
  return folder
}
