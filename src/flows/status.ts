import { headOf } from '../store/git-head.ts'
import { type Call, implement } from '../workspace/call.ts'
import { identify } from '../workspace/identity.ts'
import { viewEntry } from '../workspace/log/view.ts'
import { pendingRequests } from '../workspace/requests/requests.ts'
import { serverAddress } from '../workspace/server.ts'
import * as contracts from './contracts.ts'
import type { Need, Status } from './model.ts'

const RECENT = 5

export const status = implement(contracts.status, {
  async run(call) {
    const { store, workspace, manifest } = call
    await store.settled()
    const project = identify(call)
    const server = serverAddress(store)
    return {
      version: manifest.version,
      workspace: { root: workspace.root, name: project.name, resolved_by: project.resolved_by, ...branchOf(call) },
      ...(server !== undefined && { server }),
      connected: connectedClients(call),
      needs: needs(call),
      running: [],
      recent: store.log({ limit: RECENT }).map(entry => {
        const { id, operation, summary, actor, at } = viewEntry(store, entry)
        return { id, operation, actor, at, ...(summary !== undefined && { summary }) }
      }),
    }
  },
  render: renderStatus,
})

function branchOf({ workspace: { repository } }: Call): { branch?: string } {
  if (repository.gitDir === undefined) return {}
  const head = headOf({ gitDir: repository.gitDir, commonDir: repository.commonDir })
  return head.kind === 'branch' ? { branch: head.branch } : {}
}

function connectedClients({ store }: Call): Status['connected'] {
  return store.leases
    .alive('mcp')
    .filter(({ detail }) => detail.worktree === store.worktree)
    .map(({ detail, heartbeat }) => ({
      client: String(detail.client ?? 'unknown'),
      since: String(detail.since ?? new Date(heartbeat).toISOString()),
    }))
}

function needs({ store }: Call): Need[] {
  return pendingRequests(store).map(({ id, operation, actor }) => ({
    kind: 'request',
    title: `${actor.id} asks for ${operation}`,
    fix: `furrow request show ${id}`,
    href: `/confirm/${id}`,
  }))
}

function renderStatus({ workspace, needs: waiting, running, recent, server, connected }: Status): string {
  const { name, root, branch } = workspace
  return [
    `**${name}**  ${root}${branch === undefined ? '' : ` on ${branch}`}`,
    ...section(
      'Needs you',
      waiting.map(({ title, fix }) => `- ${title}${fix === undefined ? '' : `: \`${fix}\``}`),
    ),
    ...section(
      'Running',
      running.map(({ label, id, status: state }) => `- ${label} (${state}): \`furrow runs watch ${id}\``),
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
    ...(recent.length + waiting.length + running.length === 0 ? ['', firstSteps] : []),
  ].join('\n')
}

const firstSteps = [
  'Nothing has happened here yet. To begin:',
  '- `furrow init` connects your coding agent',
  '- `furrow exec -- npm test` runs a command and keeps its record',
  '- `furrow ui` opens the web app',
].join('\n')

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
}
