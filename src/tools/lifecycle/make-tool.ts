import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { didYouMean } from '../../operation/names/nearest.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { BUILT_IN_FOLDER, shippedTools, TOOLS, toolsFolder } from '../files/tool-folders.ts'
import { findTool } from '../find-tool.ts'
import type { WrittenTool } from '../model.ts'
import { findRecipe } from '../recipes/find-recipes.ts'
import { ORIGIN } from '../view-tool.ts'
import * as contracts from './contracts.ts'
import { type CopiedFile, copyAuthorKit, createTool, filesHash, requireName, toolFilesOf } from './copy.ts'
import { scaffold } from './scaffold.ts'
import { forgetShipped, noteShipped } from './shipped-notes.ts'

export const create = implement(() => contracts.create, {
  async run(call, { name, from, description }) {
    requireName(name)
    if (BUILT_IN_FOLDER.includes(name)) return builtInAlready(name)
    const recipe = from === undefined ? undefined : await findRecipe(call, from)
    const files = scaffold(name, {
      ...(description !== undefined && { description }),
      ...(recipe !== undefined && { recipe }),
    })
    return make(call, name, { files, says: from === undefined ? `made the tool ${name}` : `made ${name} from ${from}` })
  },
  render: renderMade,
})

/** One of this repository would be run in its place, by everybody. */
function builtInAlready(name: string) {
  return refuse('conflict', `${name} is built in. To change it, clone it under another name.`, {
    target: name,
    fix: shell`furrow tool clone ${name} ${`my-${name}`}`,
  })
}

export const add = implement(() => contracts.add, {
  async run(call, { name }) {
    const shipped = shippedTools()
    const place = shipped.find(each => each.name === name)
    if (place === undefined) {
      const known = shipped.map(each => each.name)
      return refuse('not_found', `Furrow brings no tool ${name} along.${didYouMean(name, known)}`, {
        target: name,
        fix: shell`furrow tool add --list`,
        details: { tools: known },
      })
    }
    return make(call, name, { files: toolFilesOf(place.folder), says: `added the tool ${name}`, shipped: true })
  },
  render: renderMade,
})

export const clone = implement(() => contracts.clone, {
  async run(call, { name, new_name: next }) {
    requireName(next)
    const { place, closure, meta } = await findTool(call, name)
    if (BUILT_IN_FOLDER.includes(next))
      return refuse('conflict', `There is a tool ${next} already.`, {
        target: next,
        fix: shell`furrow tool info ${next}`,
      })
    const origin = { name, version: meta.version, hash: closure.hash }
    const note: CopiedFile = { path: ORIGIN, bytes: Buffer.from(`${JSON.stringify(origin, null, 2)}\n`) }
    return make(call, next, { files: [...toolFilesOf(place.folder), note], says: `cloned ${name} as ${next}` })
  },
  render: renderMade,
})

export const remove = implement(() => contracts.remove, {
  async run(call, { name }) {
    requireName(name)
    // Found inside the section: a retry of what is done already answers as before.
    return call.store.transact(call, tx => {
      const removed = tx.list(`${TOOLS}/${name}`).length === 0 ? [] : ownFiles(call, name)
      if (removed.length === 0)
        throw refuse('not_found', `There is no tool ${name} in this repository.`, {
          target: name,
          fix: shell`furrow tool list`,
        })
      for (const file of removed) tx.remove(file, { prune: path.join(toolsFolder(call), name) })
      forgetShipped(tx, file => file.startsWith(`${name}/`))
      tx.emit('tool', name)
      tx.describe(`removed the tool ${name}`)
      return { name, removed }
    })
  },
  render: ({ name }) => `${name} is gone. furrow undo brings it back.`,
})

function ownFiles(call: Call, name: string): string[] {
  return toolFilesOf(path.join(toolsFolder(call), name)).map(file => path.posix.join(TOOLS, name, file.path))
}

interface ToolFiles {
  readonly files: readonly CopiedFile[]
  readonly says: string
  /** It is as Furrow ships it, and follows its version from then on. */
  readonly shipped?: true
}

async function make(call: Call, name: string, { files, says, shipped }: ToolFiles): Promise<WrittenTool> {
  return call.store.transact(call, tx => {
    const made = [...createTool(tx, name, files), ...copyAuthorKit(tx)]
    if (shipped) noteShipped(tx, new Map(files.map(file => [`${name}/${file.path}`, filesHash(file.bytes)])))
    tx.emit('tool', name)
    tx.describe(says)
    return { name, files: made }
  })
}

function renderMade({ name, files }: WrittenTool): string {
  return [
    `**${name}** is there:`,
    '',
    ...files.map(file => `- ${file}`),
    '',
    `Next: furrow trust, then ${shell`furrow run ${name}`}`,
  ].join('\n')
}
