import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'

/** `remote.origin.url`: section and name in small letters, what is between them as it is spelled. */
export interface GitSetting {
  readonly key: string
  readonly value: string
}

/** The settings in a file of git's configuration, in their order. Includes are settings like any other: not followed. */
export function parseConfig(text: string, file: string): GitSetting[] {
  const reader = new ConfigReader(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'), file)
  const settings: GitSetting[] = []
  // Before the first header git takes names for something, which means nothing.
  let section = '.'
  while (!reader.atEnd()) {
    const header = reader.header()
    if (header !== undefined) section = header
    else settings.push(reader.setting(section))
  }
  return settings
}

/** Settings as git reads them; a key that cannot be spelled so is an error of the caller. */
export function formatConfig(settings: readonly GitSetting[]): string {
  return settings.map(({ key, value }) => `${headerOf(key)}\n\t${nameOf(key)} = ${quoted(value)}\n`).join('')
}

export function sectionOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

export function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

/** What is between section and name; nothing when there are only these two. An empty text is a name too. */
export function subsectionOf(key: string): string | undefined {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')]
  return first === last ? undefined : key.slice(first + 1, last)
}

function headerOf(key: string): string {
  const within = subsectionOf(key)
  if (within === undefined) return `[${sectionOf(key)}]`
  return `[${sectionOf(key)} "${within.replace(/["\\]/g, '\\$&')}"]`
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\b': '\\b', '"': '\\"', '\\': '\\\\' }

function quoted(value: string): string {
  return `"${value.replace(/[\n\t\u0008"\\]/g, character => ESCAPES[character] ?? '')}"`
}

const UNESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' }

class ConfigReader {
  #at = 0
  private readonly text: string
  private readonly file: string

  constructor(text: string, file: string) {
    this.text = text
    this.file = file
  }

  /** Skips blanks and comments. */
  atEnd(): boolean {
    this.#take(/(?:\s|[#;][^\n]*)*/y)
    return this.#at >= this.text.length
  }

  header(): string | undefined {
    if (this.text[this.#at] !== '[') return undefined
    const plain = this.#take(/\[([\w.-]+)\]/y)
    if (plain !== undefined) return `${plain[1]?.toLowerCase()}.`
    const named = this.#take(/\[([\w.-]+)[ \t]+"((?:[^"\\\n]|\\[^\n])*)"\]/y)
    if (named === undefined) throw this.#bad()
    return `${named[1]?.toLowerCase()}.${named[2]?.replace(/\\(.)/g, '$1')}.`
  }

  setting(section: string): GitSetting {
    const name = this.#take(/([A-Za-z][\w-]*)[ \t]*/y)?.[1]?.toLowerCase()
    if (name === undefined) throw this.#bad()
    // A name alone says yes.
    const value = this.#take(/=[ \t]*/y) === undefined ? 'true' : this.#value()
    if (this.#take(/[ \t]*(?:[#;][^\n]*)?(?:\n|$)/y) === undefined) throw this.#bad()
    return { key: section + name, value }
  }

  /** Up to the end of its line: quotes, escapes and continued lines; blanks at the end count in quotes only. */
  #value(): string {
    let value = ''
    let kept = 0
    let inQuotes = false
    for (; this.#at < this.text.length; this.#at += 1) {
      const character = this.text[this.#at] ?? ''
      if (character === '\n' || (!inQuotes && /[#;]/.test(character))) break
      if (character === '"') inQuotes = !inQuotes
      else if (character === '\\') value += this.#escaped()
      else value += character
      if (inQuotes || !/[ \t]/.test(character)) kept = value.length
    }
    if (inQuotes) throw this.#bad()
    return value.slice(0, kept)
  }

  #escaped(): string {
    this.#at += 1
    const character = this.text[this.#at] ?? ''
    if (character === '\n') return ''
    const meant = UNESCAPES[character]
    if (meant === undefined) throw this.#bad()
    return meant
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found === null) return undefined
    this.#at += found[0].length
    return found
  }

  #bad() {
    const line = this.text.slice(0, this.#at).split('\n').length
    return refuse('damaged', `${this.file}: line ${line} is not git configuration.`, {
      target: this.file,
      fix: shell`git config --file ${this.file} --list`,
    })
  }
}
