import { refuse } from '../../operation/errors.ts'
import { type ShellText, shell, shellLine, splice } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { missingRecord } from '../missing.ts'
import { memoryIn, publishMemoryEvent } from '../open.ts'
import type { Observation } from '../port.ts'
import { isoTime, messageOf, viewMemoryProject } from '../view-record.ts'
import { callOriginOf } from './call-origin.ts'
import * as contracts from './contracts.ts'
import { projectIn } from './identity.ts'

const LIST = shell`furrow memory projects`

export const list = implement(() => contracts.list, {
  async run(call) {
    const project = await projectIn(call, undefined, { onlyShows: true })
    const identities = await memoryIn(call).projects.list()
    return {
      project: viewMemoryProject(project),
      projects: identities
        .map(({ last_use, ...identity }) => ({
          ...identity,
          aliases: [...identity.aliases],
          merged: [...identity.merged],
          roots: [...identity.roots],
          paths: [...identity.paths],
          is_here: identity.name === project.name,
          ...(last_use !== undefined && { last_use: isoTime(last_use) }),
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

export const merge = implement(() => contracts.merge, {
  async run(call, { from, into }) {
    const { projects } = memoryIn(call)
    const outcome = await projects.merge(from, into)
    if (outcome.kind === 'unknown') return unknownProjects(outcome.names)
    if (outcome.kind === 'same')
      return refuse('conflict', saySame({ from, into, project: outcome.project }), { target: from, fix: LIST })
    await publishMemoryEvent(call, 0)
    return { from: outcome.from, into: outcome.into, records: await countIn(call, outcome.into) }
  },
  render: ({ from, into, records }) =>
    `The records of \`${from}\` are found in \`${into}\`, which has ${count(records)} now. \`${shell`furrow memory projects split ${from}`}\` undoes it.`,
})

function unknownProjects(names: readonly string[]) {
  return refuse('not_found', `Memory has no project called ${names.map(name => `\`${name}\``).join(' or ')}.`, {
    target: names[0] ?? '',
    fix: LIST,
  })
}

function saySame({ from, into, project }: { from: string; into: string; project: string }): string {
  if (from === into) return `Name two projects: \`${from}\` cannot be merged into itself.`
  const other = from === project ? into : from
  return `\`${other}\` is part of \`${project}\` already.`
}

export const split = implement(() => contracts.split, {
  async run(call, { name, as, ids }) {
    if (ids.length > 0) return moveRecords(call, { ids: [...new Set(ids)], name, as })
    return name === undefined ? splitOff(call, as) : undoMerge(call, name)
  },
  render: ({ name, from, records, left, moved, undo }) =>
    [
      moved.length === 0
        ? `\`${name}\` is a project of its own with ${count(records)}; ${stays(left)} in \`${from}\`.`
        : `Moved from \`${from}\` to \`${name}\`: ${moved.map(id => `#${id}`).join(', ')}. \`${name}\` has ${count(records)} now; ${stays(left)} in \`${from}\`.`,
      `\`${undo}\` undoes it.`,
    ].join(' '),
})

/** Exactly the named records go; which project this workspace has stays as it is. */
async function moveRecords(
  call: Call,
  { ids, name, as }: { ids: number[]; name?: string | undefined; as?: string | undefined },
) {
  const memory = memoryIn(call)
  if (as === undefined)
    return refuse('usage', 'Say which project the records go to: `--as <name>`.', { target: 'as', fix: LIST })
  const source = name === undefined ? await projectIn(call) : await memory.projects.named(name)
  const target = (await memory.projects.named(as)).name
  if (source.names.includes(target))
    return refuse('conflict', `\`${as}\` is the project that has the records.`, { target: 'as', fix: LIST })
  for (const id of ids) {
    const record = await memory.get(id)
    if (record === undefined) return missingRecord(memory, id)
    if (!source.names.includes(record.project)) return notOf(record, source.name)
  }
  const { project } = await memory.projects.move(ids, target)
  await publishMemoryEvent(call, ids[0] ?? 0)
  const flags = shellLine(ids.flatMap(id => ['--ids', String(id)]))
  const undo = shell`furrow memory projects split ${project} --as ${source.name} ${splice(flags)}`
  return answerOf(call, { name: project, from: source.name, moved: ids, undo })
}

function notOf({ id, project }: Observation, name: string) {
  return refuse('conflict', `#${id} belongs to the project \`${project}\`, not to \`${name}\`; nothing was moved.`, {
    target: String(id),
    fix: shell`furrow memory get ${id}`,
  })
}

async function undoMerge(call: Call, name: string) {
  const outcome = await memoryIn(call).projects.unmerge(name)
  if (outcome === undefined)
    return refuse('not_found', `No project called \`${name}\` was merged into another.`, { target: name, fix: LIST })
  await publishMemoryEvent(call, 0)
  const { from } = outcome
  return answerOf(call, { name, from, moved: [], undo: shell`furrow memory projects merge ${name} ${from}` })
}

async function splitOff(call: Call, as: string | undefined) {
  const memory = memoryIn(call)
  const { name: from } = await projectIn(call)
  const { place } = await callOriginOf(call, memory)
  const name = await memory.projects.separate(place, as)
  await publishMemoryEvent(call, 0)
  return answerOf(call, { name, from, moved: [], undo: shell`furrow memory projects merge ${name} ${from}` })
}

interface ProjectMerge {
  readonly name: string
  readonly from: string
  readonly moved: number[]
  readonly undo: ShellText
}

async function answerOf(call: Call, done: ProjectMerge) {
  return { ...done, records: await countIn(call, done.name), left: await countIn(call, done.from) }
}

async function countIn(call: Call, name: string): Promise<number> {
  const { projects } = memoryIn(call)
  return (await projects.list()).find(project => project.name === name)?.records ?? 0
}

function stays(left: number): string {
  return `${count(left)} ${left === 1 ? 'stays' : 'stay'}`
}

function line(label: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`  ${label}: ${values.join(', ')}`]
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
