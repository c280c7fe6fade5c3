import { type ShellText, shell, shellLine, splice } from '../../operation/shell.ts'
import { implement } from '../../workspace/call.ts'
import { memoryIn } from '../open.ts'
import type { Memory, Tidying } from '../port.ts'
import { projectIn } from '../projects/identity.ts'
import { messageOf, viewProject } from '../view.ts'
import * as contracts from './contracts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const tidy = implement(contracts.tidy, {
  async run(call, { project: named, unused_days, limit }) {
    const memory = memoryIn(call)
    const project = await projectIn(call, named)
    const filter = { projects: project.names }
    const now = call.clock.now()
    const found = await memory.tidying(filter, { now, unusedSince: now - unused_days * DAY_MS, limit })
    const proposals = []
    for (const tidying of found)
      proposals.push({
        kind: tidying.kind,
        ids: [...tidying.ids],
        ...('keeps' in tidying && { keeps: tidying.keeps }),
        message: await sayTidying(memory, tidying, unused_days),
        command: commandFor(tidying, { project: project.name, unused_days }),
      })
    return { project: viewProject(project), searched: await memory.count(filter), proposals }
  },
  render: ({ project, searched, proposals }) =>
    [
      ...messageOf(project),
      ...(proposals.length === 0
        ? [`Nothing to tidy among ${count(searched)} of ${project.name}.`]
        : [
            `${proposals.length === 1 ? '1 proposal' : `${proposals.length} proposals`} for ${count(searched)} of ${project.name}; nothing was changed.`,
            ...proposals.map(({ message, command }) => `- ${message}\n  \`${command}\``),
          ]),
    ].join('\n'),
})

async function sayTidying(memory: Memory, tidying: Tidying, days: number): Promise<string> {
  const [first = 0] = tidying.ids
  const ids = tidying.ids.map(id => `#${id}`).join(', ')
  const title = (await memory.get('keeps' in tidying ? tidying.keeps : first))?.title ?? ''
  switch (tidying.kind) {
    case 'duplicate':
      return `${ids} ${tidying.ids.length === 1 ? 'has' : 'have'} the text of #${tidying.keeps} "${title}".`
    case 'chain':
      return `${ids} were replaced one after the other, last by #${tidying.keeps} "${title}".`
    case 'expired':
      return `${ids} "${title}" has expired.`
    case 'review due':
      return `${ids} "${title}" is due for review. If it still holds:`
    case 'unused':
      return `${count(tidying.ids.length)} unchanged for ${days} days: ${ids}. To read them:`
  }
}

function commandFor(tidying: Tidying, options: { project: string; unused_days: number }): ShellText {
  const [first = 0] = tidying.ids
  switch (tidying.kind) {
    case 'duplicate':
    case 'chain': {
      const flags = shellLine(tidying.ids.flatMap(id => ['--compact-ids', String(id)]))
      return shell`furrow memory compact --project ${options.project} --into ${tidying.keeps} ${splice(flags)}`
    }
    case 'expired':
      return shell`furrow memory delete ${first}`
    case 'review due':
      return shell`furrow memory update ${first} --review-after ${''}`
    case 'unused':
      return shell`furrow memory compact --project ${options.project} --older-than-days ${options.unused_days}`
  }
}

function count(records: number): string {
  return records === 1 ? '1 record' : `${records} records`
}
