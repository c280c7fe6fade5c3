import path from 'node:path/posix'
import type { Files } from '../../workspace/workspace-files.ts'
import type { PublicationPlan } from '../model.ts'
import type { LoadedProject } from '../record/project-files.ts'
import { publicationOf } from './finalize-plan.ts'

/** The index with one line for this project, in the place of the line that it had; what was withdrawn is listed no longer. */
export function indexText(held: LoadedProject, plan: PublicationPlan, files: Files): string {
  const { index } = publicationOf(held, plan)
  const before = files.read(index)?.bytes.toString('utf8') ?? `# ${held.type.publishes?.title ?? 'Knowledge'}\n\n`
  const link = indexLink(held, plan)
  const line = `- [${titleOf(held, plan, files)}](${link}): ${oneLine(held.state.project.description)} (${plan.month})`
  const gone = (plan.withdrawn ?? []).map(file => linkTo(index, file)).filter(each => each !== link)
  const lines = before.split('\n')
  const mine = lines.findIndex(each => isEntry(each, [link]))
  const at = mine === -1 ? lines.findIndex(each => isEntry(each, gone)) : mine
  const placed = at === -1 ? withLast(lines, line) : lines.with(at, line)
  return placed.filter(each => each === line || !isEntry(each, gone)).join('\n')
}

/** Where the line leads: to the overview, or to the first document. */
export function indexLink(held: LoadedProject, plan: PublicationPlan): string {
  const { index, target, folder } = publicationOf(held, plan)
  return linkTo(index, folder ? entryOf(plan, target) : target)
}

function linkTo(index: string, file: string): string {
  return encodeURI(path.relative(path.dirname(index), file))
}

function isEntry(line: string, links: readonly string[]): boolean {
  return line.startsWith('- [') && links.some(link => line.includes(`](${link})`))
}

function withLast(lines: readonly string[], line: string): string[] {
  const ended = lines.at(-1) === ''
  return [...(ended ? lines.slice(0, -1) : lines), line, '']
}

function entryOf({ published }: PublicationPlan, target: string): string {
  const overview = published.find(({ path: file }) => path.basename(file).toLowerCase() === 'summary.md')
  return (overview ?? published[0])?.path ?? target
}

function titleOf(held: LoadedProject, plan: PublicationPlan, files: Files): string {
  const [first] = plan.published
  const text = first === undefined ? '' : (files.read(entryOf(plan, first.path))?.bytes.toString('utf8') ?? '')
  const heading = /^# (.+)$/m.exec(text)?.[1]?.trim() ?? held.state.project.name
  return heading.replace(/[[\]]/g, '')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
