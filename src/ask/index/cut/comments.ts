import { languageOf } from './languages.ts'

/** How a language marks what is written for people. */
interface Marks {
  /** From here to the end of the line. */
  readonly line?: string
  /** Where something longer begins and ends. */
  readonly blocks: readonly (readonly [opening: string, closing: string])[]
}

/**
 * Where the comment of each line begins; a line without one has it behind its end. What stands in a text between quotes
 * is not looked at closely: a word is found in the one part or in the other.
 */
export function commentStarts(path: string, lines: readonly string[]): number[] {
  const marks = MARKS.get(languageOf(path).name)
  if (marks === undefined) return lines.map(line => line.length)
  let closing: string | undefined
  return lines.map(line => {
    if (closing !== undefined) {
      if (line.includes(closing)) closing = undefined
      return 0
    }
    const text = line.trimStart()
    const block = marks.blocks.find(([opening]) => text.startsWith(opening))
    if (block === undefined) return lineComment(line, text, marks)
    closing = text.includes(block[1], block[0].length) ? undefined : block[1]
    return 0
  })
}

/** Beside code it stands apart: `a // b`. What has no space around it belongs to an address or a text. */
function lineComment(line: string, text: string, { line: mark }: Marks): number {
  if (mark === undefined) return line.length
  if (text.startsWith(mark)) return 0
  const at = line.indexOf(` ${mark} `)
  return at === -1 ? line.length : at
}

const C_LIKE: Marks = { line: '//', blocks: [['/*', '*/']] }
const HASH: Marks = { line: '#', blocks: [] }

const MARKS: ReadonlyMap<string, Marks> = new Map<string, Marks>([
  ...[
    'typescript',
    'tsx',
    'javascript',
    'go',
    'rust',
    'java',
    'c-sharp',
    'cpp',
    'php',
    'kotlin',
    'swift',
    'scala',
    'dart',
    'vue',
    'svelte',
  ].map(name => [name, C_LIKE] as const),
  ...['bash', 'yaml', 'toml', 'make', 'dockerfile'].map(name => [name, HASH] as const),
  [
    'python',
    {
      line: '#',
      blocks: ['"""', "'''", 'r"""', "r'''"].map(opening => [opening, opening.slice(-3)] as const),
    },
  ],
  ['css', { blocks: [['/*', '*/']] }],
  ['ruby', { line: '#', blocks: [['=begin', '=end']] }],
  ['powershell', { line: '#', blocks: [['<#', '#>']] }],
  ['html', { blocks: [['<!--', '-->']] }],
  ['sql', { line: '--', blocks: [['/*', '*/']] }],
  ['lua', { line: '--', blocks: [['--[[', ']]']] }],
])
