// Imports go downward only. A layer may import itself and what stands below it; siblings never import each other.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './inputs.mjs'

/** Top first; folders in one row are siblings. */
const LAYERS = [
  ['doors/cli', 'doors/mcp', 'doors/http'],
  ['app'],
  ['flows'],
  ['ask'],
  ['memory', 'specs', 'changes', 'explorations', 'board', 'tools', 'agents'],
  ['search', 'lifecycle', 'runs', 'secrets', 'reviews'],
  ['workspace'],
  ['store'],
  ['operation'],
  ['shared'],
]
/** The HTTP door mounts MCP, and the CLI starts the other doors: by name, so that nothing else sneaks in. */
const ALLOWED = new Map([
  ['doors/http', ['doors/mcp']],
  ['doors/cli', ['doors/http', 'doors/mcp']],
])

const source = path.join(root, 'src')
const problems = filesIn(source).flatMap(check)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

function check(file) {
  const here = path.relative(source, file)
  const from = layerOf(here)
  return importsOf(fs.readFileSync(file, 'utf8')).flatMap(({ specifier, typeOnly }) => {
    if (!specifier.startsWith('.')) return []
    const target = path.relative(source, path.resolve(path.dirname(file), specifier))
    if (target.startsWith('..'))
      return /\.test\.ts$/.test(here) ? [] : [`${here} imports ${specifier}, which is outside src/`]
    const to = layerOf(target)
    if (to === undefined || from === undefined) return [`${here} imports ${target}: one of them is in no layer`]
    if (to.name === from.name || (from.name === 'shared' && typeOnly)) return []
    if (from.name === 'web')
      return typeOnly || to.name === 'shared'
        ? []
        : [`${here} imports ${target} with its code; the web app takes types only`]
    const fine = to.depth > from.depth || ALLOWED.get(from.name)?.includes(to.name) || /\.test\.ts$/.test(here)
    return fine ? [] : [`${here} (${from.name}) imports ${target} (${to.name}), which is not below it`]
  })
}

function layerOf(file) {
  if (file.startsWith('web/')) return { name: 'web', depth: -1 }
  for (const [depth, names] of LAYERS.entries()) {
    const name = names.find(candidate => file.startsWith(`${candidate}/`))
    if (name !== undefined) return { name, depth }
  }
  return undefined
}

function importsOf(text) {
  const found = []
  for (const [, kind, specifier] of text.matchAll(
    /^\s*(import type|export type|import|export)\b[^'"()]*?from\s+'([^']+)'/gm,
  ))
    found.push({ specifier, typeOnly: kind.endsWith('type') })
  for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) found.push({ specifier, typeOnly: false })
  for (const [, specifier] of text.matchAll(/^\s*import\s+'([^']+)'/gm)) found.push({ specifier, typeOnly: false })
  return found
}

function filesIn(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) return filesIn(place)
    return /\.tsx?$/.test(entry.name) ? [place] : []
  })
}
