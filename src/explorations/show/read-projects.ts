import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { briefFor } from '../brief/brief.ts'
import * as contracts from '../contracts.ts'
import { guardContextOf } from '../record/engine.ts'
import { findProject, listProjects } from '../record/find-project.ts'
import { readProjectEvents } from '../record/project-files.ts'
import { listTypes } from '../types/load.ts'
import { drawn, machineGraphOf } from './graph.ts'
import { renderProject } from './render-project.ts'
import { viewWithGit } from './view-with-git.ts'

export const status = implement(() => contracts.status, {
  async run(call, { project }) {
    const { held, root } = await findProject(call, project)
    return viewWithGit(call, held, root)
  },
  render: renderProject,
})

export const list = implement(() => contracts.list, {
  async run(call) {
    const { rows, damaged } = await listProjects(call)
    return { projects: [...rows], damaged: [...damaged] }
  },
  render: ({ projects, damaged }) =>
    [
      ...(projects.length + damaged.length === 0
        ? ['There are no projects here yet. `furrow explore start --help`']
        : []),
      ...projects.map(
        ({ name, type, state, branch, where, path, tasks: { total, resolved, called } }) =>
          `- **${name}** (${type}) ${state}, ${resolved} of ${total} ${called} resolved, on ${branch}${where === 'here' ? '' : `, ${where}: ${path}`}`,
      ),
      ...damaged.map(({ path, message, fix }) => `- damaged: ${path}: ${message} \`${fix}\``),
    ].join('\n'),
})

export const brief = implement(() => contracts.brief, {
  async run(call, { project, max_tokens }) {
    const { held, root } = await findProject(call, project)
    const made = await briefFor(call, held, { root, maxTokens: max_tokens })
    return { name: held.state.project.name, state: held.state.statechart.current_state, ...made }
  },
  render: ({ text }) => text,
})

export const log = implement(() => contracts.log, {
  async run(call, { project, limit }) {
    const { held, root, folder } = await findProject(call, project)
    const events = readProjectEvents(filesAt(root), held.state, folder)
    return { name: held.state.project.name, events: events.toReversed().slice(0, limit) }
  },
  render: ({ events }) =>
    events.length === 0
      ? 'Nothing has happened yet.'
      : events
          .map(
            ({ seq, at, actor, command, summary, reason }) =>
              `- ${seq} ${at.slice(0, 16).replace('T', ' ')} ${actor.name ?? actor.id} (${command}): ${summary}${reason === undefined ? '' : ` (${reason})`}`,
          )
          .join('\n'),
})

export const graph = implement(() => contracts.graph, {
  async run(call, { project, format }) {
    const { held, root } = await findProject(call, project)
    const view = machineGraphOf(held, guardContextOf(call, held, filesAt(root), root))
    return { ...view, text: drawn(view, format) }
  },
  render: ({ text }) =>
    text.startsWith('stateDiagram') || text.startsWith('digraph') ? text : `\`\`\`\n${text}\n\`\`\``,
})

export const types = implement(() => contracts.types, {
  async run(call) {
    return {
      types: listTypes(call).map(({ type, source, path, problem }) => ({
        name: type?.name ?? path?.replace(/^.*\/|\.yaml$/g, '') ?? '',
        ...(type !== undefined && { title: type.title }),
        source,
        ...(path !== undefined && { path }),
        prefixes: type?.prefixes ?? [],
        states: Object.keys(type?.states ?? {}),
        ...(problem !== undefined && { problem: problem.message }),
        ...(problem?.fix !== undefined && { fix: problem.fix }),
      })),
    }
  },
  render: ({ types: rows }) =>
    rows
      .map(
        ({ name, source, prefixes, states, problem, fix }) =>
          `- **${name}** (${source}) ${prefixes.join(' ')} ${states.join(', ')}${problem === undefined ? '' : `: ${problem} \`${fix ?? shell`furrow doctor`}\``}`,
      )
      .join('\n'),
})
