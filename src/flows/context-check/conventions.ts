import fs from 'node:fs'
import path from 'node:path'
import type { DetailLevel } from '../../memory/text/budget.ts'

const FILES = [
  'CLAUDE.md',
  'AGENTS.md',
  'GEMINI.md',
  'README.md',
  'CONTRIBUTING.md',
  '.github/copilot-instructions.md',
] as const
const FOLDER = '.cursor/rules'
const MOST_LINES = 200
const MOST_BYTES = 64 * 1024

export interface ConventionFile {
  readonly path: string
  readonly text: string
}

/** What a project says about itself where it has no specs; only the first 200 lines of a file are read. */
export function conventionFiles(root: string, level: DetailLevel): ConventionFile[] {
  const rules = path.join(root, FOLDER)
  const more =
    fs.existsSync(rules) && fs.statSync(rules).isDirectory()
      ? fs
          .readdirSync(rules)
          .sort()
          .map(name => `${FOLDER}/${name}`)
      : []
  return [...FILES, ...more].flatMap(file => {
    const place = path.join(root, file)
    if (!fs.existsSync(place) || !fs.lstatSync(place).isFile()) return []
    const text = summarize(firstLines(place).replace(OURS, '').trim(), level)
    return text === '' ? [] : [{ path: file, text }]
  })
}

/** What Furrow itself wrote there says nothing about the project. */
const OURS = /<!-- furrow:begin [\s\S]*?(?:<!-- furrow:end [^>]*-->|$)/g

const HEADING = /^#{1,6}\s/
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)])\s/
const RULE =
  /\b(?:must|never|always|do not|don't|should|shall|only|avoid|prefer|require[sd]?|forbidden|use|run|keep)\b/i

const LONGEST: Readonly<Record<DetailLevel, { lines: number; line: number }>> = {
  summary: { lines: 12, line: 120 },
  standard: { lines: 40, line: 160 },
  full: { lines: MOST_LINES, line: 400 },
}

/** Headings and rules are what an agent needs to know that the file exists for; `full` shows its first lines as they are. */
function summarize(text: string, level: DetailLevel): string {
  const lines = text.split('\n')
  const outline = level === 'full' ? lines : lines.filter(line => HEADING.test(line) || isRule(line, level))
  const { lines: most, line: longest } = LONGEST[level]
  const shown = (outline.length > 0 ? outline : lines.filter(line => line.trim() !== '').slice(0, 5)).slice(0, most)
  return shown
    .map(line => (line.length > longest ? `${line.slice(0, longest).trimEnd()} ...` : line))
    .join('\n')
    .trim()
}

function isRule(line: string, level: DetailLevel): boolean {
  return level !== 'summary' && ((LIST_ITEM.test(line) && RULE.test(line)) || /\b(?:MUST|NEVER|ALWAYS)\b/.test(line))
}

function firstLines(file: string): string {
  const handle = fs.openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(MOST_BYTES)
    const length = fs.readSync(handle, buffer, 0, MOST_BYTES, 0)
    return buffer.toString('utf8', 0, length).split('\n').slice(0, MOST_LINES).join('\n').trimEnd()
  } finally {
    fs.closeSync(handle)
  }
}
