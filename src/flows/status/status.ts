import fs from 'node:fs'
import path from 'node:path'
import { isRefused } from '../../operation/errors.ts'
import type { Run } from '../../runs/model.ts'
import { liveRuns } from '../../runs/own/settle-dead-runs.ts'
import { shell } from '../../shared/shell/shell.ts'
import { gitHeadOf } from '../../store/git/git-head.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { type ConfigProblem, readableConfig } from '../../workspace/config/read-config.ts'
import { resolveProject } from '../../workspace/identity.ts'
import { viewEntry } from '../../workspace/log/view-operation.ts'
import { pendingRequests } from '../../workspace/requests/requests.ts'
import { requestViewOf } from '../../workspace/requests/view-request.ts'
import { serverAddress } from '../../workspace/server.ts'
import { isTrusted } from '../../workspace/trust/judge.ts'
import type { Trust } from '../../workspace/trust/model.ts'
import { viewTrust } from '../../workspace/trust/view-trust.ts'
import * as contracts from '../contracts.ts'
import type { Need, WorkspaceStatus } from '../model.ts'
import { openBoard } from './open-board.ts'
import { openExploration } from './open-exploration.ts'
import { openSpecification } from './open-specification.ts'
import type { OpenWork } from './open-work.ts'

const RECENT = 5

export const status = implement(() => contracts.status, {
  async run(call) {
    const { store, workspace, manifest } = call
    await store.settled()
    const settings = readableConfig(call)
    const project = resolveProject(call, undefined, settings.config)
    const server = serverAddress(store)
    const { work, damaged, finished } = await workIn(call)
    const { exploration, damaged: unreadable } = await openExploration(call)
    const { damaged: unread, ...specification } = await openSpecification(call)
    const board = await openBoard(call)
    const live = await liveRuns(call)
    return {
      version: manifest.version,
      workspace: { root: workspace.root, name: project.name, resolved_by: project.resolved_by, ...branchOf(call) },
      ...(server !== undefined && { server }),
      connected: connectedClients(call),
      ...(work !== undefined && { work }),
      ...(finished.length > 0 && { finished }),
      ...(exploration !== undefined && { exploration }),
      ...(board.feature !== undefined && { feature: board.feature }),
      ...specification,
      needs: [
        ...settings.problems.map(needOfSettings),
        ...damaged,
        ...unreadable,
        ...unread,
        ...board.damaged,
        ...needs(call),
        ...asked(live),
        ...board.asked,
        ...(await untrusted(call)),
      ],
      running: live.map(({ id, label, status: state, started_at }) => ({
        id,
        label,
        status: state,
        started_at,
      })),
      recent: store.log({ limit: RECENT }).map(entry => {
        const { id, operation, summary, actor, at } = viewEntry(store, entry)
        return { id, operation, actor, at, ...(summary !== undefined && { summary }) }
      }),
    }
  },
  render: renderStatus,
})

/** Where there never was a change, nothing of the pipeline is loaded: status is asked for all the time. */
async function workIn(call: Call): Promise<Pick<OpenWork, 'work' | 'damaged' | 'finished'>> {
  if (!fs.existsSync(path.join(call.workspace.root, 'sdd/changes'))) return { damaged: [], finished: [] }
  return (await import('./open-work.ts')).openWork(call)
}

function branchOf({ workspace: { repository } }: Call): { branch?: string } {
  if (repository.gitDir === undefined) return {}
  const head = gitHeadOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  return head.kind === 'branch' ? { branch: head.branch } : {}
}

export function connectedClients({ store }: Pick<Call, 'store'>): WorkspaceStatus['connected'] {
  return store.leases
    .alive('mcp')
    .filter(({ detail }) => detail.worktree === store.worktree)
    .map(({ detail, heartbeat }) => ({
      client: String(detail.client ?? 'unknown'),
      since: String(detail.since ?? new Date(heartbeat).toISOString()),
    }))
}

function needOfSettings({ path: file, message, fix }: ConfigProblem): Need {
  return { kind: 'damaged', title: 'Settings cannot be read', detail: message, fix, href: '/doctor', target: file }
}

function needs(call: Call): Need[] {
  return pendingRequests(call.store).map(request => {
    const { id, actor, question, command, operation } = requestViewOf(call, request)
    return {
      kind: 'request',
      title: `${actor.id} asks: ${question}`,
      detail: command,
      fix: shell`furrow request show ${id}`,
      href: `/confirm/${id}`,
      target: id,
      // What would be executed, and that it cannot be undone, is shown there.
      ...(isReviewed(call, operation) && { review: true }),
    }
  })
}

/** An agent asks for a run of a tool only where that cannot be undone or needs a person. */
function isReviewed({ manifest }: Call, operation: string): boolean {
  if (operation === 'tool.run') return true
  const entry = manifest.operations.find(({ name }) => name === operation)
  return entry?.effect === 'destructive' || entry?.preview !== undefined
}

/** What agents ask to be allowed to do, each to be answered on the page of its run. */
function asked(live: readonly Run[]): Need[] {
  return live.flatMap(({ id, label, agent }) =>
    (agent?.pending ?? []).map(({ title, tool, id: permission }) => ({
      kind: 'permission',
      title: `${label} asks to ${tool}: ${title}`,
      fix: shell`furrow runs permit ${id} allow --permission ${permission}`,
      href: `/runs/${id}`,
    })),
  )
}

/** A config or a list of trusted things that cannot be read is told by doctor, and trusts nothing. */
function unreadable(error: unknown): Pick<Trust, 'subjects'> {
  if (isRefused(error)) return { subjects: [] }
  throw error
}

/** Said once for all of it; what exactly would run is shown by the command that decides. */
async function untrusted(call: Call): Promise<Need[]> {
  const { subjects } = await viewTrust(call).catch(unreadable)
  const waiting = subjects.filter(({ standing }) => !isTrusted(standing))
  if (waiting.length === 0) return []
  const commands = waiting.reduce((sum, subject) => sum + subject.commands.length, 0)
  return [
    {
      kind: 'trust',
      title: `This repository wants to execute ${commands} command${commands === 1 ? '' : 's'} that you have not trusted`,
      detail: waiting.map(({ name, path }) => `${name} in ${path}`).join(', '),
      fix: shell`furrow trust`,
      ...toolPage(waiting.map(({ name }) => name)),
    },
  ]
}

/** Where the first tool among them is looked at and trusted. */
function toolPage(subjects: readonly string[]): { href?: string } {
  const tool = subjects.find(name => name.startsWith('tool:'))
  return tool === undefined ? {} : { href: `/tools/${tool.slice('tool:'.length)}` }
}

function renderStatus({
  workspace,
  work,
  finished = [],
  feature,
  exploration,
  specification,
  finished_specification: specified,
  needs: waiting,
  running,
  recent,
  server,
  connected,
}: WorkspaceStatus): string {
  const { name, root, branch } = workspace
  const isEmpty = [work, feature, exploration, specification, specified].every(open => open === undefined)
  const isUntouched = isEmpty && recent.length + waiting.length + running.length + finished.length === 0
  return [
    `**${name}**  ${root}${branch === undefined ? '' : ` on ${branch}`}`,
    ...section(
      'Work',
      work === undefined
        ? []
        : [
            `- **${work.id}** (${work.type}, ${work.size}) at ${work.stage}: \`${work.next.command}\``,
            // A merge left several active, or stopped in a text: which one is not to be read from the command.
            ...(work.next.stage === undefined ? [`- ${work.next.says}`] : []),
          ],
    ),
    ...section('Finished, not archived', finishedLines(finished)),
    ...section(
      'Feature',
      feature === undefined ? [] : [`- **${feature.id}** ${feature.phase}: \`${feature.next.command}\``],
    ),
    ...section(
      'Exploration',
      exploration === undefined
        ? []
        : [`- **${exploration.name}** (${exploration.type}) ${exploration.state}: \`${exploration.next.command}\``],
    ),
    ...section(
      'Specification',
      specification === undefined
        ? []
        : [
            `- **${specification.name}** (${specification.mode}) at ${specification.stage}: \`${specification.next.command}\``,
            ...(specification.stale.length === 0 ? [] : [`- stale: ${specification.stale.join(', ')}`]),
          ],
    ),
    ...section(
      'Specification, complete',
      specified === undefined ? [] : [`- **${specified.name}** (${specified.mode}): \`${shell`furrow trace`}\``],
    ),
    ...section(
      'Needs you',
      waiting.map(({ title, fix }) => `- ${title}${fix === undefined ? '' : `: \`${fix}\``}`),
    ),
    ...section(
      'Running',
      running.map(({ label, id, status: state }) => `- ${label} (${state}): \`${shell`furrow runs watch ${id}`}\``),
    ),
    ...section(
      'Recent',
      recent.map(
        ({ at, operation, summary, actor }) =>
          `- ${at.slice(0, 16).replace('T', ' ')} ${summary ?? operation} (${actor.id})`,
      ),
    ),
    ...section('Connected', [
      ...connected.map(({ client, since }) => `- ${client} since ${since.slice(0, 16).replace('T', ' ')}`),
      ...(server === undefined ? [] : [`- web server at ${server}: \`furrow ui\``]),
    ]),
    ...(isUntouched ? ['', firstSteps] : []),
  ].join('\n')
}

const MOST_FINISHED = 5

function finishedLines(finished: NonNullable<WorkspaceStatus['finished']>): string[] {
  const lines = finished.slice(0, MOST_FINISHED).map(({ id, status: state, proof, archive }) => {
    const proven = proof === undefined ? '' : ` with proof: ${proof}`
    return `- **${id}** ${state}${proven}: \`${archive}\``
  })
  const more = finished.length - MOST_FINISHED
  return more > 0 ? [...lines, `- ${more} more: \`furrow change list\``] : lines
}

const firstSteps = [
  'Nothing has happened here yet. To begin:',
  '- for a person: `furrow init` connects a coding agent, `furrow ui` opens the web app',
  '- `furrow start "<what you want to do>"` proposes an exploration or a change, and how to begin it',
].join('\n')

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
}
