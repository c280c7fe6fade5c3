import { identifiersIn, type Names } from './names.ts'

/** What a report of a bug says, without its form: words with what each counts. */
export interface BugReport {
  readonly title: string
  readonly words: ReadonlyMap<string, number>
  readonly names: Names
}

const TRACE =
  /^[ \t]*(?:at \S.{0,200}[:(]|File ".{1,300}", line \d+|Traceback \(|thread .{1,200} panicked|goroutine \d+|panic: |Caused by: )/m
const FORM =
  /steps? to (?:reproduce|recreate)|expected (?:behaviou?r|results?|output)|actual (?:behaviou?r|results?|output)|what (?:actually )?happen(?:ed|s)|describe the (?:bug|issue)|bug report|how (?:can we|to) reproduce|minimal (?:repro|example)|system info|additional context/i
const LONG = 1200

/** A text of an issue, and no question: it has the headings of a form, a stack trace, or more than anybody asks at once. */
export function isReport(text: string): boolean {
  if (text.length > LONG || TRACE.test(text)) return true
  return text.length > 200 && (FORM.test(text) || /^\s*(?:\[?bug\]?|regression)\b/i.test(text))
}

/** A line that says what it is about, and below it the rest. */
export function isTitled(text: string): boolean {
  return /^\S.{0,250}\n[ \t\r]*\n/.test(text.trim())
}

const WEIGHTS = { title: 3, message: 2, marked: 2, name: 1.5, trace: 1, prose: 1, code: 0.6 }

/** Reads a report: its title, messages, names and prose; form, environment and log are no words to search by. */
export function readReport(text: string): BugReport {
  const lines = withoutMarkup(text).split('\n').flatMap(inPieces)
  const at = lines.findIndex(line => line.trim() !== '')
  const first = titleOf(lines[at] ?? '')
  const title = first.length > LONGEST_TITLE ? (first.split(/(?<=[.!?])\s/)[0] ?? '').slice(0, LONGEST_TITLE) : first
  const kept = keptLines(lines)
  const words = new Map<string, number>()
  const add = (some: string, weight: number) => {
    for (const [word] of some.matchAll(WORD)) {
      if (word.length > LONGEST_WORD || CODED.test(word) || POLITE.has(word.toLowerCase())) continue
      const more = isName(word) ? weight * WEIGHTS.name : weight
      const known = words.get(word)
      words.set(word, known === undefined ? more : Math.max(known, more) + Math.min(known, more) * AGAIN)
    }
  }
  add(title, WEIGHTS.title)
  for (const { line, kind } of kept) add(line, WEIGHTS[kind])
  for (const [, code = ''] of text.matchAll(/`([^`\n]{2,120})`/g)) add(code, WEIGHTS.marked)
  return { title, words, names: identifiersIn(namedIn(title, kept, text)) }
}

const LONGEST_TITLE = 300
const LONGEST_WORD = 100
/** What a word counts more for each time that it comes back. */
const AGAIN = 0.15
const WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:[./:-][\p{L}\p{N}_$]+)*/gu
/** Numbers, hashes and what is encoded. */
const CODED = /^(?:[\d.]+|[0-9a-f]{7,40}|[A-Za-z0-9+/=_-]{40,})$/
/** What reports of anything are written with. */
const POLITE = new Set(
  `thank thanks please hi hello hey sorry great awesome love library package project repo repository issue issues bug bugs report reported
  reporting reproduce reproducible reproduction repro steps step expected expect expects actual actually behavior behaviour described
  description describe screenshot screenshots attached attach additional context related discussion install installed installing installation
  latest version versions release released upgrade upgraded upgrading downgrade documentation docs see seen saw seems seem like looks look
  work works working worked happen happens happened happening try tried trying tries run runs running using problem problems application
  environment computer machine console log logs following follow below above example examples code snippet minimal fix fixed fixes fixing
  pull request pr merge merged backport commit think thought believe know want would wrong correct correctly incorrect incorrectly instead
  ubuntu macos windows linux debian docker chrome firefox safari npm yarn pnpm pip conda cc maintainer maintainers contributor`.split(
    /\s+/,
  ),
)

function isName(word: string): boolean {
  return /[a-z][A-Z]|_|[./]\w/.test(word)
}

function titleOf(line: string): string {
  return line.replace(/^\s*#*\s*(?:title:\s*)?(?:\[[^\]]{1,40}\]:?\s*)*(?:bug(?: report)?:\s*)?/i, '').trim()
}

/** No pattern below looks at more than this at once, whatever was pasted. */
const PIECE = 400

function inPieces(line: string): string[] {
  return line.length <= PIECE ? [line] : (line.match(/.{1,400}(?=\s|$)|.{1,400}/g) ?? [])
}

function withoutComments(text: string): string {
  const kept: string[] = []
  let at = 0
  for (;;) {
    const from = text.indexOf('<!--', at)
    const to = from === -1 ? -1 : text.indexOf('-->', from)
    kept.push(text.slice(at, from === -1 ? text.length : from))
    if (to === -1) return kept.join(' ')
    at = to + 3
  }
}

function withoutMarkup(text: string): string {
  return withoutComments(text)
    .replace(/https?:\/\/github\.com\/[^/\s]+\/[^/\s]+\/blob\/[^/\s]+\/([^\s#)>\]]+)\S*/g, ' $1 ')
    .replace(/\bhttps?:\/\/[^\s)>\]]+/g, ' ')
    .replace(/<\/?(?:details|summary|br|p|img|a|b|i|em|strong|code|pre|div|span|table|t[rdh])\b[^>]{0,300}>/gi, ' ')
}

type LineKind = 'message' | 'trace' | 'prose' | 'code'
interface ReportLine {
  readonly line: string
  readonly kind: LineKind
}

const SECTION = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/
/** Sections that say where and by whom, not what. */
const ASIDE =
  /environment|system info|versions?\b|prerequisites|check ?list|screenshots?|before (?:submitting|you)|code of conduct|participation|your setup/i
const CHECK = /^\s*(?:[-*]|\d+\.)?\s*\[[ xX]?\]/
const HEADING =
  /^\s*(?:#{1,6}|\*\*|__)?\s*(?:describe|description|summary|bug|issue|steps?|to reproduce|reproduc\w*|expected|actual|current|environment|system|versions?|screenshots?|additional|context|logs?|output|checklist|prerequisites|possible|relevant|what|which|how|code|example|link|platform|details)\b[^.]{0,50}$/i
const ENVIRONMENT =
  /^\s*(?:[-*|]\s*)?(?:\*\*)?(?:os|operating system|platform|arch\w*|node(?:\.?js)?|npm|yarn|pnpm|bun|deno|python|pip|ruby|rust\w*|cargo|go|java|jdk|php|browsers?|chrome|firefox|safari|edge|package manager|cpu|memory|shell|kernel|machine|libc|system|\w+[ _]version|version)s?\b[^:=|]{0,20}(?:\*\*)?\s*[:=|]/i
const VERSION = /^\s*[-*|]?\s*[@\w/.-]+\s*(?:[:=|@ ]|==|=>)+\s*[v^~]?\d+(?:\.\d+)+\S*\s*\|?\s*$/
const LOG =
  /^\s*(?:\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|npm (?:ERR!|WARN|info)|(?:info|debug|trace|warn)\b[\s:\]]|\d+ (?:passing|passed|failed)|[=\-_*#.]{5,}|\$ |> )/i
const MESSAGE =
  /\b[\w.]*(?:Error|Exception|Panic|Failure|Warning)\b\s*[:(]|\berror(?:\[\w+\])?:|\bpanicked at|\bfatal:/i
const FRAME = /^\s*(?:at .+|File ".+", line \d+.*|\S+\.go:\d+.*|\d+: 0x.+)$/

function keptLines(lines: readonly string[]): ReportLine[] {
  let [fenced, aside] = [false, false]
  return lines.flatMap((line): ReportLine[] => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      fenced = !fenced
      return []
    }
    if (!fenced && SECTION.test(line)) aside = ASIDE.test(line)
    if (aside && !fenced) return []
    if (FRAME.test(line)) return isElsewhere(line) ? [] : [{ line, kind: 'trace' }]
    if (MESSAGE.test(line)) return [{ line: line.replace(LOG, ' '), kind: 'message' }]
    if (CHECK.test(line) || VERSION.test(line) || LOG.test(line) || ENVIRONMENT.test(line)) return []
    if (fenced) return [{ line, kind: 'code' }]
    return HEADING.test(line) ? [] : [{ line, kind: 'prose' }]
  })
}

/** A frame in the runtime or its test runner is where nothing needs to change. */
function isElsewhere(line: string): boolean {
  return /node:internal|internal\/|node_modules\/(?:mocha|jest|vitest)|\/rustc\/|lib\/python[\d.]+\/(?!site-packages|dist-packages)/.test(
    line,
  )
}

const MOST_NAMED = 6000

/** What names something: the title, frames, messages and what is marked as code; a pasted program names its own things. */
function namedIn(title: string, kept: readonly ReportLine[], text: string): string {
  const telling = kept.filter(({ kind }) => kind === 'trace' || kind === 'message').map(({ line }) => line)
  const prose = kept
    .filter(({ kind }) => kind === 'prose')
    .flatMap(({ line }) => line.match(/\S*(?:[a-z][A-Z]|_|\/|\.\w)\S*/g) ?? [])
  const marked = [...text.matchAll(/`([^`\n]{2,120})`/g)].map(([whole]) => whole)
  return [
    title.slice(0, LONGEST_TITLE).replace(/\b[A-Z][a-z]+\b/g, word => word.toLowerCase()),
    ...telling,
    ...prose,
    ...marked,
  ]
    .join('\n')
    .slice(0, MOST_NAMED)
}
