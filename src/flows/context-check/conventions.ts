import fs from 'node:fs'
import path from 'node:path'

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

/** What a project says about itself where it has no specs: the first lines, and no byte more is read. */
export function conventionFiles(root: string): { path: string; text: string }[] {
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
    const text = firstLines(place).replace(OURS, '').trim()
    return text === '' ? [] : [{ path: file, text }]
  })
}

/** What Furrow itself wrote there says nothing about the project. */
const OURS = /<!-- furrow:begin [\s\S]*?(?:<!-- furrow:end [^>]*-->|$)/g

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
