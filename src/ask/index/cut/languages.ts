/** How a grammar tells symbols: the nodes that are one, and those that may hold more. */
export interface Grammar {
  /** `tree-sitter-<file>.wasm` */
  readonly file: string
  readonly symbols: ReadonlySet<string>
  readonly holders: ReadonlySet<string>
}

export type CutMethod =
  | { readonly kind: 'code'; readonly grammar: Grammar }
  | { readonly kind: 'markdown' }
  /** No grammar: symbols by the words that declare them and by indentation. */
  | { readonly kind: 'indented' }
  /** A page whose `<script>` is code of another language. */
  | { readonly kind: 'component'; readonly grammar: Grammar }
  | { readonly kind: 'plain' }

export interface Language {
  readonly name: string
  readonly reading: CutMethod
}

/** What a file is written in, by its name; what is not in the table is text without symbols. */
export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return BY_NAME.get(name) ?? (dot === -1 ? undefined : BY_NAME.get(name.slice(dot))) ?? PLAIN
}

export function isCodeMethod({ kind }: CutMethod): boolean {
  return kind === 'code' || kind === 'indented' || kind === 'component'
}

const PLAIN: Language = { name: 'text', reading: { kind: 'plain' } }

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(word => word !== ''))
}

function grammar(file: string, symbols: string, holders: string): CutMethod {
  return { kind: 'code', grammar: { file, symbols: words(symbols), holders: words(holders) } }
}

const SCRIPT_SYMBOLS = `function_declaration generator_function_declaration class_declaration method_definition lexical_declaration
  variable_declaration function_signature abstract_class_declaration interface_declaration type_alias_declaration
  enum_declaration internal_module module abstract_method_signature assignment_expression`
const SCRIPT_HOLDERS = `program export_statement class_declaration abstract_class_declaration class_body internal_module module
  statement_block ambient_declaration expression_statement`
const C_SYMBOLS = `function_definition class_specifier struct_specifier enum_specifier union_specifier namespace_definition
  type_definition preproc_function_def alias_declaration concept_definition`
const C_HOLDERS = `translation_unit namespace_definition declaration_list class_specifier struct_specifier field_declaration_list
  template_declaration linkage_specification preproc_ifdef preproc_if preproc_else preproc_elif declaration`

const script = (file: string) => grammar(file, SCRIPT_SYMBOLS, SCRIPT_HOLDERS)
const plain: CutMethod = { kind: 'plain' }
const indented: CutMethod = { kind: 'indented' }
const component: CutMethod = {
  kind: 'component',
  grammar: { file: 'typescript', symbols: words(SCRIPT_SYMBOLS), holders: words(SCRIPT_HOLDERS) },
}
const markdown: CutMethod = { kind: 'markdown' }

const LANGUAGES: readonly (readonly [name: string, reading: CutMethod, files: string])[] = [
  ['typescript', script('typescript'), '.ts .mts .cts'],
  ['tsx', script('tsx'), '.tsx'],
  ['javascript', script('javascript'), '.js .mjs .cjs .jsx'],
  [
    'python',
    grammar(
      'python',
      'function_definition class_definition',
      'module class_definition decorated_definition block if_statement else_clause elif_clause try_statement except_clause with_statement',
    ),
    '.py .pyi .pyw',
  ],
  [
    'go',
    grammar(
      'go',
      'function_declaration method_declaration type_declaration const_declaration var_declaration',
      'source_file',
    ),
    '.go',
  ],
  [
    'rust',
    grammar(
      'rust',
      `function_item struct_item enum_item trait_item impl_item mod_item macro_definition union_item type_item const_item
       static_item function_signature_item`,
      'source_file impl_item trait_item mod_item declaration_list',
    ),
    '.rs',
  ],
  [
    'java',
    grammar(
      'java',
      `class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration
       method_declaration constructor_declaration`,
      `program class_declaration interface_declaration enum_declaration record_declaration class_body interface_body enum_body
       enum_body_declarations`,
    ),
    '.java',
  ],
  [
    'c-sharp',
    grammar(
      'c-sharp',
      `class_declaration interface_declaration struct_declaration enum_declaration record_declaration method_declaration
       constructor_declaration property_declaration namespace_declaration delegate_declaration`,
      `compilation_unit namespace_declaration file_scoped_namespace_declaration class_declaration interface_declaration
       struct_declaration record_declaration declaration_list`,
    ),
    '.cs',
  ],
  ['cpp', grammar('cpp', C_SYMBOLS, C_HOLDERS), '.cpp .cc .cxx .hpp .hh .hxx .c .h .ino .cu'],
  [
    'ruby',
    grammar(
      'ruby',
      'method singleton_method class module singleton_class',
      'program class module singleton_class body_statement',
    ),
    '.rb .rake gemfile rakefile',
  ],
  [
    'php',
    grammar(
      'php',
      `function_definition class_declaration interface_declaration trait_declaration enum_declaration method_declaration
       namespace_definition`,
      `program namespace_definition compound_statement class_declaration interface_declaration trait_declaration
       enum_declaration declaration_list enum_declaration_list`,
    ),
    '.php',
  ],
  ['bash', grammar('bash', 'function_definition', 'program'), '.sh .bash .bats'],
  ['powershell', grammar('powershell', 'function_statement class_statement', 'program statement_list'), '.ps1 .psm1'],
  ['css', grammar('css', 'rule_set media_statement keyframes_statement', 'stylesheet'), '.css'],
  ['markdown', markdown, '.md .markdown .mdx readme'],
  ['restructuredtext', markdown, '.rst'],
  ['json', plain, '.json .jsonc .json5'],
  ['yaml', plain, '.yaml .yml'],
  ['toml', plain, '.toml'],
  ['html', plain, '.html .htm'],
  ['vue', component, '.vue'],
  ['svelte', component, '.svelte'],
  ['sql', plain, '.sql'],
  ['kotlin', indented, '.kt .kts'],
  ['swift', indented, '.swift'],
  ['scala', indented, '.scala'],
  ['lua', indented, '.lua'],
  ['dart', indented, '.dart'],
  ['dockerfile', plain, 'dockerfile .dockerfile'],
  ['make', plain, 'makefile .mk'],
]

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap(([name, reading, files]) => files.split(' ').map(file => [file, { name, reading }])),
)
