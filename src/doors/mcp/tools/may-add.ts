import fs from 'node:fs'
import path from 'node:path'

/**
 * Whether a repository may add words to the choices of tools: flows in its config, types of projects. Only then does the
 * list of tools wait until the workspace is opened.
 */
export function mayAddChoices(folder: string): boolean {
  const above = path.dirname(folder)
  if (namesFlows(path.join(folder, '.sdlc/config.yaml')) || fs.existsSync(path.join(folder, '.sow/types'))) return true
  return above !== folder && mayAddChoices(above)
}

const LARGEST = 1_000_000

function namesFlows(file: string): boolean {
  try {
    const stat = fs.statSync(file, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return false
    return stat.size > LARGEST || fs.readFileSync(file, 'utf8').includes('flows')
  } catch {
    // What cannot be read here is refused with its reason where it is needed.
    return false
  }
}
