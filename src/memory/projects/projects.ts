import { refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { announce, memoryIn, originOf } from '../open.ts'
import type { Memory } from '../port.ts'
import { iso, messageOf, unknownRecord, viewProject } from '../view.ts'
import * as contracts from './contracts.ts'
import { projectIn } from './identity.ts'
import { placeOf } from './place.ts'

const LIST = shell`furrow memory projects`

export const list = implement(contracts.list, {
  async run(call) {
    const project = await projectIn(call)
    const identities = await memoryIn(call).projects.list()
    return {
      project: viewProject(project),
      projects: identities
        .map(({ last_use, ...identity }) => ({
          ...identity,
          aliases: [...identity.aliases],
          merged: [...identity.merged],
          roots: [...identity.roots],
          paths: [...identity.paths],
          is_here: identity.name === project.name,
          ...(last_use !== undefined && { last_use: iso(last_use) }),
        }))
        .filter(({ records, is_here }) => records > 0 || is_here),
    }
  },
  render: ({ project, projects }) =>
    [
      ...messageOf(project),
      ...projects.map(({ name, aliases, merged, roots, paths, records, last_use, is_here }) =>
        [
          `- **${name}**${is_here ? ' (this workspace)' : ''}: ${count(records)}${last_use === undefined ? '' : `, last used ${last_use.slice(0, 10)}`}`,
          ...line('also known as', aliases),
          ...line('with the records of', merged),
          ...line(
            'root commit',
            roots.map(root => root.slice(0, 12)),
          ),
          ...line('at', paths),
        ].join('\n'),
      ),
    ].join('\n'),
})

export const merge = implement(contracts.merge, {
  async run(call, { from, into }) {
    const { projects } = memoryIn(call)
    const outcome = await projects.merge(from, into)
    if (outcome === 'unknown')
      return refuse('not_found', `Memory has no project called ${from} or none called ${into}.`, { fix: LIST })
    if (outcome === 'same')
      return refuse('conflict', `${from} and ${into} are the same project already.`, { target: from, fix: LIST })
    await announce(call, 0)
    const merged = (await projects.list()).find(({ merged: names }) => names.includes(from))
    return { from, into: merged?.name ?? into, records: merged?.records ?? 0 }
  },
  render: ({ from, into, records }) =>
    `The records of \`${from}\` are found in \`${into}\`, which has ${count(records)} now. \`${shell`furrow memory projects split ${from}`}\` undoes it.`,
})

export const split = implement(contracts.split, {
  async run(call, { name, as, ids }) {
    const memory = memoryIn(call)
    for (const id of ids) if ((await memory.get(id)) === undefined) return unknownRecord(id)
    const own = name === undefined ? await splitOff(call, memory, as) : await undoMerge(memory, name)
    if (own === undefined)
      return refuse('not_found', `No project called ${name} was merged into another.`, {
        target: String(name),
        fix: LIST,
      })
    for (const id of ids) await memory.update(id, { project: own }, originOf(call))
    await announce(call, ids[0] ?? 0)
    const identity = (await memory.projects.list()).find(project => project.name === own)
    return { name: own, records: identity?.records ?? 0, moved: ids }
  },
  render: ({ name, records, moved }) =>
    `\`${name}\` is a project of its own with ${count(records)}${moved.length === 0 ? '' : `; moved: ${moved.map(id => `#${id}`).join(', ')}`}.`,
})

async function undoMerge(memory: Memory, name: string): Promise<string | undefined> {
  return (await memory.projects.unmerge(name)) ? name : undefined
}

async function splitOff(call: Call, memory: Memory, as: string | undefined): Promise<string> {
  const { place } = await placeOf(call, memory)
  return memory.projects.separate(place, as)
}

function line(label: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`  ${label}: ${values.join(', ')}`]
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
