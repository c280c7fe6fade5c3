import fs from 'node:fs'
import path from 'node:path'
import { packageRoot } from '../../store/installation/package-root.ts'
import type { ProjectType } from '../types/model.ts'

const read = new Map<string, string>()

/** The template of a kind of document: what it is to say stands in brackets, a line each. */
export function artifactOutline(type: ProjectType, kind: string): string {
  const folder = path.join(packageRoot(), 'guides', 'templates')
  const own = path.join(folder, `${type.kinds[kind]?.template ?? `${type.name}-${kind}`}.md`)
  const file = fs.existsSync(own) ? own : path.join(folder, 'document.md')
  const text = read.get(file) ?? fs.readFileSync(file, 'utf8')
  read.set(file, text)
  return text
}

/** What is missing of a document, as a sentence about it; nothing when it is written. */
export function whyUnwritten(outline: string, bytes: Uint8Array): string | undefined {
  const lines = new Set(linesOf(Buffer.from(bytes).toString('utf8')))
  if ([...lines].every(line => line === '')) return 'is empty'
  const open = linesOf(outline).find(line => /^\(.+\)$/.test(line) && lines.has(line))
  return open === undefined ? undefined : `still has a line of its outline: ${open}`
}

function linesOf(text: string): string[] {
  return text.split('\n').map(line => line.trim())
}
