import { createRequire } from 'node:module'
import path from 'node:path'
import type { Language as Loaded, Parser, Tree } from 'web-tree-sitter'
import type { Grammar } from './languages.ts'

const require = createRequire(import.meta.url)
/** No file that people wrote needs so long; what does is cut by its lines. */
const LONGEST_MS = 3000

type TreeSitter = typeof import('web-tree-sitter')

/** Grammars are WebAssembly and load asynchronously; once they are there, parsing is not. */
export class Parsers {
  #sitter: TreeSitter | undefined
  #parser: Parser | undefined
  readonly #loaded = new Map<string, Loaded>()

  async load(grammars: Iterable<Grammar>): Promise<void> {
    for (const { file } of grammars) {
      if (this.#loaded.has(file)) continue
      const { Language } = await this.#start()
      this.#loaded.set(file, await Language.load(path.join(grammarFolder(), `tree-sitter-${file}.wasm`)))
    }
  }

  /** Uses the tree of a text; nothing when the grammar is not loaded, or takes too long over it. */
  parse<T>(text: string, { file }: Grammar, use: (tree: Tree) => T): T | undefined {
    const language = this.#loaded.get(file)
    if (language === undefined || this.#sitter === undefined) return undefined
    this.#parser ??= new this.#sitter.Parser()
    this.#parser.setLanguage(language)
    const end = performance.now() + LONGEST_MS
    const tree = this.#parser.parse(text, null, { progressCallback: () => performance.now() > end })
    if (tree === null) {
      this.#parser.reset()
      return undefined
    }
    try {
      return use(tree)
    } finally {
      tree.delete()
    }
  }

  async #start(): Promise<TreeSitter> {
    if (this.#sitter !== undefined) return this.#sitter
    const sitter = require('web-tree-sitter') as TreeSitter
    await sitter.Parser.init()
    this.#sitter = sitter
    return sitter
  }
}

function grammarFolder(): string {
  return path.join(path.dirname(require.resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm')
}
