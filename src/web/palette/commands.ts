import type { Tool } from '../../tools/model.ts'
import type { Output } from '../api/call.ts'
import type { AppManifest } from '../api/query.ts'
import type { RunDetail } from '../api/types.ts'
import { asWords } from '../board/board-labels.ts'
import type { FeatureRow } from '../board/board-types.ts'
import { changeTitleOf } from '../changes/change-labels.ts'
import type { ChangeRow } from '../changes/change-types.ts'
import { navPages } from '../nav.ts'
import type { IconName } from '../parts/text/Icon.tsx'
import type { SavedView } from '../parts/views/views.ts'
import type { SearchableCommand } from './match.ts'

/** What choosing a command does, as data; the palette carries it out. */
export type PaletteAction =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' | 'system' }
  | { readonly kind: 'help' }

export interface PaletteCommand extends SearchableCommand {
  readonly icon: IconName
  readonly hint?: string
  readonly deed: PaletteAction
}

type Exploration = Output<'exploration.list'>['projects'][number]

interface Offered {
  readonly changes?: readonly ChangeRow[]
  readonly features?: readonly FeatureRow[]
  readonly explorations?: readonly Exploration[]
  readonly runs: readonly RunDetail[]
  readonly tools?: readonly Tool[]
  readonly manifest: AppManifest | undefined
  readonly views?: readonly SavedView[]
}

/** Everything the palette offers: work and runs by when they were last touched, then what to do, then places. */
export function paletteCommands({ runs, tools = [], manifest, views = [], ...work }: Offered): PaletteCommand[] {
  return unique([
    ...openWork(work),
    ...begin(),
    ...views.map(openView),
    ...places(),
    ...runs.map(openRun),
    ...tools.map(openTool),
    ...looks(),
    ...operations(manifest),
  ])
}

/** Two explorations may have one name, and so one address. */
export function unique(commands: readonly PaletteCommand[]): PaletteCommand[] {
  return [...new Map([...commands].reverse().map(command => [command.id, command])).values()].reverse()
}

function places(): PaletteCommand[] {
  return navPages().map(page => ({
    id: `go ${page.path}`,
    title: page.title,
    group: 'Go to',
    icon: page.icon,
    also: `go to ${page.path}`,
    deed: { kind: 'go', path: page.path },
  }))
}

function begin(): PaletteCommand[] {
  const offer = (title: string, icon: IconName, path: string, also: string): PaletteCommand => ({
    id: `begin ${path}`,
    title,
    group: 'Start',
    icon,
    also: `new begin create ${also}`,
    deed: { kind: 'go', path },
  })
  return [
    offer('Start a change', 'changes', '/changes?start=on', 'fix feature refactor'),
    offer('Start an exploration', 'explorations', '/explorations?start=on', 'research question'),
    offer('Create a feature', 'board', '/do/feature.create', 'card idea'),
    offer('Save to memory', 'memory', '/memory?new=on', 'remember record note decision'),
  ]
}

interface RecentCommand {
  readonly at: string
  readonly command: PaletteCommand
}

/** Cards of the board do not say when they were touched, and come last. */
const UNDATED = ''

/** What was touched last comes first, whatever it is. */
function openWork({ changes = [], explorations = [], features = [] }: Omit<Offered, 'runs' | 'tools' | 'manifest'>) {
  const open = (at: string, [title, icon, path, hint]: readonly [string, IconName, string, string]): RecentCommand => ({
    at,
    command: { id: `work ${path}`, title, group: 'Work', icon, also: path, hint, deed: { kind: 'go', path } },
  })
  const all: RecentCommand[] = [
    ...changes.map(one => open(one.updated_at, [changeTitleOf(one), 'changes', `/changes/${one.id}`, one.status])),
    ...explorations.map(one =>
      open(one.updated_at, [
        one.description || one.name,
        'explorations',
        `/explorations/${one.name}`,
        one.state.toLowerCase(),
      ]),
    ),
    ...features.map(one =>
      open(UNDATED, [one.title, 'board', `/board/features/${one.id}`, asWords(one.phase).toLowerCase()]),
    ),
  ]
  return all.sort((one, other) => other.at.localeCompare(one.at)).map(({ command }) => command)
}

function openView({ name, href }: SavedView): PaletteCommand {
  return {
    id: `view ${href} ${name}`,
    title: name,
    group: 'Saved views',
    icon: 'search',
    also: `view filter ${href}`,
    hint: href.split('?')[0] ?? '',
    deed: { kind: 'go', path: href },
  }
}

function openTool(tool: Tool): PaletteCommand {
  return {
    id: `tool ${tool.name}`,
    title: tool.display_name,
    group: 'Run a tool',
    icon: 'tools',
    also: `run tool ${tool.name} ${tool.description} ${(tool.tags ?? []).join(' ')}`,
    hint: tool.name,
    name: tool.name,
    deed: { kind: 'go', path: `/tools/${tool.name}` },
  }
}

function openRun(run: RunDetail): PaletteCommand {
  return {
    id: `run ${run.id}`,
    title: run.label,
    group: 'Recent runs',
    icon: 'runs',
    also: `run ${run.id} ${run.status} ${run.kind}`,
    hint: run.status.replace('_', ' '),
    deed: { kind: 'go', path: `/runs/${run.id}` },
  }
}

function looks(): PaletteCommand[] {
  const theme = (which: 'light' | 'dark' | 'system', icon: IconName, title: string): PaletteCommand => ({
    id: `theme ${which}`,
    title,
    group: 'This browser',
    icon,
    also: 'theme colour mode appearance',
    deed: { kind: 'theme', theme: which },
  })
  return [
    theme('light', 'sun', 'Use the light theme'),
    theme('dark', 'moon', 'Use the dark theme'),
    theme('system', 'screen', 'Use the theme of the system'),
    {
      id: 'help',
      title: 'Show keyboard shortcuts',
      group: 'This browser',
      icon: 'keyboard',
      also: 'help keys',
      deed: { kind: 'help' },
    },
  ]
}

/** Operations that a page of their own shows better than a form. */
const PAGES: Readonly<Record<string, string>> = { 'doctor.check': '/doctor', 'doctor.repair': '/doctor' }

/** These follow a process in the terminal that started it; no route serves them. */
const ON_COMMAND_LINE_ONLY = new Set(['run.exec', 'run.watch'])

function operations(manifest: AppManifest | undefined): PaletteCommand[] {
  return (manifest?.operations ?? []).flatMap(operation => {
    if (operation.cli === undefined || ON_COMMAND_LINE_ONLY.has(operation.name)) return []
    return [
      {
        id: `do ${operation.name}`,
        title: operation.summary.replace(/\.$/, ''),
        group: operation.effect === 'read' ? 'Show' : 'Do',
        icon: operation.effect === 'read' ? ('search' as const) : ('play' as const),
        also: `${operation.name} furrow ${operation.cli.path}`,
        hint: operation.cli.path,
        name: operation.cli.path,
        deed: { kind: 'go' as const, path: PAGES[operation.name] ?? `/do/${operation.name}` },
      },
    ]
  })
}
