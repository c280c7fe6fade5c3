import fs from 'node:fs'
import path from 'node:path'
import { readRegularFile } from '../../store/files/read-file.ts'
import { lsFiles } from '../../store/git/git.ts'
import type { Call } from '../../workspace/call.ts'
import { ID } from '../items/items.ts'
import type { CodeLinks } from './coverage.ts'
import type { SpecLocation } from './model.ts'

const NO_CODE =
  /^(?:sdd|\.sow|\.sdlc|\.git|node_modules)\/|(?:^|\/)(?:node_modules|dist|build|coverage|\.cache|vendor)\/|\.(?:md|markdown|lock|svg|png|jpe?g|gif|webp|ico|pdf|zip|gz|wasm|woff2?|min\.js|map)$|-lock\.json$/i
const MOST_BYTES = 512 * 1024
const MOST_FILES = 20_000

/** Ids in the code and the tests, by the lines that name them. Specs and documents are no code. */
export async function idsInCode(call: Call): Promise<CodeLinks> {
  const { root, repository } = call.workspace
  const names = repository.gitDir === undefined ? filesBelow(root) : await lsFiles(root)
  const links = new Map<string, SpecLocation[]>()
  for (const name of names.filter(each => !NO_CODE.test(each)).slice(0, MOST_FILES)) {
    for (const { id, line } of idsInFile(path.join(root, name)))
      links.set(id, [...(links.get(id) ?? []), { path: name, line }])
  }
  return links
}

function idsInFile(file: string): { id: string; line: number }[] {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isFile() || stats.size > MOST_BYTES) return []
  const bytes = readRegularFile(file)
  if (bytes.includes(0)) return []
  const text = bytes.toString('utf8')
  if (!/(?:FR|NFR|BR|ADR|TASK)-\d/.test(text)) return []
  return text
    .split('\n')
    .flatMap((words, index) => [...new Set(words.match(ID) ?? [])].map(id => ({ id, line: index + 1 })))
}

/** Without git: every file below the root, but for what is surely no code. */
function filesBelow(root: string): string[] {
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined && found.length < MOST_FILES; folder = folders.pop()) {
    for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !NO_CODE.test(`${name}/`)) folders.push(name)
      else if (entry.isFile()) found.push(name)
    }
  }
  return found.sort()
}
