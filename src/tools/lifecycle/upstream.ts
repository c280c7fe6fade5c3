import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { unifiedDiff } from '../../shared/diff.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { closureOf } from '../files/closure.ts'
import { toolPlaces } from '../files/tool-folders.ts'
import { findTool } from '../find-tool.ts'
import { toolOrigin } from '../view-tool.ts'
import * as contracts from './contracts.ts'
import { toolFilesOf } from './copy.ts'

export const upstream = implement(() => contracts.upstream, {
  async run(call, { name }) {
    const { place } = await findTool(call, name)
    const origin = toolOrigin(place.folder)
    if (origin === undefined)
      return refuse('invalid_state', `${name} is no clone.`, { target: name, fix: shell`furrow tool info ${name}` })
    const source = toolPlaces(call).find(each => each.name === origin.name)
    if (source === undefined)
      return refuse('not_found', `${origin.name}, of which ${name} is a clone, is gone.`, {
        target: origin.name,
        fix: shell`furrow tool list`,
      })
    const { hash } = closureOf(source.folder, { base: source.base, root: call.workspace.root })
    return { name, cloned_from: origin, newer: hash !== origin.hash, files: differing(source.folder, place.folder) }
  },
  render({ name, cloned_from: origin, newer, files }) {
    const head = `${name} was cloned from ${origin?.name} ${origin?.version}${newer ? ', which has changed since' : ''}.`
    if (files.length === 0) return `${head} They are the same.`
    return [head, '', '```diff', ...files.map(({ diff }) => diff), '```'].join('\n')
  },
})

function differing(source: string, clone: string): { path: string; diff: string }[] {
  const [before, after] = [toolFilesOf(source), toolFilesOf(clone)].map(
    files => new Map(files.map(file => [file.path, file.bytes.toString()])),
  )
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
  return names.flatMap(file => {
    const diff = unifiedDiff(before?.get(file) ?? '', after?.get(file) ?? '', path.posix.normalize(file))
    return diff === '' ? [] : [{ path: file, diff }]
  })
}
