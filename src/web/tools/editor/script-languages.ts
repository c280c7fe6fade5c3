import { LanguageSupport, StreamLanguage, type StringStream } from '@codemirror/language'

/** What a line-wise reader has to remember: the quotes that a text is still open with. */
interface QuoteState {
  quote: string
}

interface ScriptLanguage {
  readonly name: string
  readonly keywords: ReadonlySet<string>
  readonly builtins: ReadonlySet<string>
  /** What may open a text that goes on over lines, the longest first. */
  readonly quotes: readonly string[]
  readonly variable?: RegExp
  /** In single quotes nothing is escaped. */
  readonly rawQuote?: string
}

const words = (text: string) => new Set(text.split(' '))

const BASH: ScriptLanguage = {
  name: 'bash',
  keywords: words('if then else elif fi case esac for while until do done in function select return local export'),
  builtins: words(
    'echo cd read set unset source exit shift test printf eval exec trap declare readonly alias wait kill',
  ),
  quotes: ['"', "'", '`'],
  variable: /^\$(?:\{[^}]*\}?|\w+|[@*#?$!-])/,
  rawQuote: "'",
}

const PYTHON: ScriptLanguage = {
  name: 'python',
  keywords: words(
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield match case',
  ),
  builtins: words(
    'True False None self print len range dict list set str int float open super isinstance enumerate zip',
  ),
  quotes: ['"""', "'''", '"', "'"],
}

/** Colours for scripts, without a grammar of the whole language: comments, texts, figures, keywords, variables. */
function scriptLanguage(script: ScriptLanguage): LanguageSupport {
  return new LanguageSupport(
    StreamLanguage.define<QuoteState>({
      name: script.name,
      startState: () => ({ quote: '' }),
      token: (stream, state) =>
        state.quote === '' ? readCode(stream, state, script) : readText(stream, state, script),
      languageData: { commentTokens: { line: '#' } },
    }),
  )
}

function readCode(stream: StringStream, state: QuoteState, script: ScriptLanguage): string | null {
  if (stream.eatSpace()) return null
  if (stream.match('#')) {
    stream.skipToEnd()
    return 'comment'
  }
  const quote = script.quotes.find(each => stream.match(each))
  if (quote !== undefined) {
    state.quote = quote
    return readText(stream, state, script)
  }
  if (script.variable !== undefined && stream.match(script.variable)) return 'propertyName'
  if (stream.match(/^\d[\w.]*/)) return 'number'
  if (stream.match(/^@\w[\w.]*/)) return 'modifier'
  const word = stream.match(/^[A-Za-z_]\w*/)
  if (word === null || typeof word === 'boolean') {
    stream.next()
    return null
  }
  if (script.keywords.has(word[0])) return 'keyword'
  return script.builtins.has(word[0]) ? 'typeName' : null
}

/** To its closing quote; a short text of Python ends with its line. */
function readText(stream: StringStream, state: QuoteState, { rawQuote, name }: ScriptLanguage): string {
  while (!stream.eol()) {
    if (state.quote !== rawQuote && stream.match('\\')) stream.next()
    else if (stream.match(state.quote)) {
      state.quote = ''
      return 'string'
    } else stream.next()
  }
  if (name === 'python' && state.quote.length === 1) state.quote = ''
  return 'string'
}

export const bash = () => scriptLanguage(BASH)
export const python = () => scriptLanguage(PYTHON)
