import type { Output } from '../api/call.ts'
import type { AppManifest } from '../api/query.ts'
import type { Run } from '../api/types.ts'
import { asWords } from '../board/look.ts'
import { titleOf } from '../changes/look.ts'
import { navPages } from '../nav.ts'
import type { IconName } from '../parts/Icon.tsx'
import type { Command } from './match.ts'

/** What choosing a command does, as data; the palette carries it out. */
export type Deed =
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'theme'; readonly theme: 'light' | 'dark' | 'system' }
  | { readonly kind: 'copy'; readonly text: string }
  | { readonly kind: 'help' }

export interface PaletteCommand extends Command {
  readonly icon: IconName
  readonly hint?: string
  readonly deed: Deed
}

type Tool = Output<'tool.list'>['tools'][number]

type Change = Output<'change.list'>['changes'][number]
type Feature = Output<'feature.list'>['features'][number]
type Exploration = Output<'exploration.list'>['projects'][number]

interface Offered {
  readonly changes?: readonly Change[]
  readonly features?: readonly Feature[]
  readonly explorations?: readonly Exploration[]
  readonly runs: readonly Run[]
  readonly tools?: readonly Tool[]
  readonly manifest: AppManifest | undefined
}

/** Everything the palette offers: places first, then work, then what ran last, then how it looks, then every command of the CLI. */
export function paletteCommands({ runs, tools = [], manifest, ...work }: Offered) {
  return [
    ...places(),
    ...begin(),
    ...openWork(work),
    ...tools.map(openTool),
    ...runs.map(openRun),
    ...looks(),
    ...operations(manifest),
  ]
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
  return [
    {
      id: 'start change',
      title: 'Start a change',
      group: 'Begin',
      icon: 'changes',
      also: 'new begin create',
      deed: { kind: 'go', path: '/changes?start=on' },
    },
  ]
}

function openWork({ changes = [], explorations = [], features = [] }: Omit<Offered, 'runs' | 'tools' | 'manifest'>) {
  const open = (title: string, icon: IconName, path: string, hint: string): PaletteCommand => ({
    id: `work ${path}`,
    title,
    group: 'Work',
    icon,
    also: path,
    hint,
    deed: { kind: 'go', path },
  })
  return [
    ...changes.map(one => open(titleOf(one), 'changes', `/changes/${one.id}`, one.status)),
    ...explorations.map(one =>
      open(one.description || one.name, 'explorations', `/explorations/${one.name}`, one.state.toLowerCase()),
    ),
    ...features.map(one => open(one.title, 'board', `/board/features/${one.id}`, asWords(one.phase).toLowerCase())),
  ]
}

function openTool(tool: Tool): PaletteCommand {
  return {
    id: `tool ${tool.name}`,
    title: tool.display_name,
    group: 'Run a tool',
    icon: 'tools',
    also: `run tool ${tool.name} ${tool.description} ${(tool.tags ?? []).join(' ')}`,
    hint: tool.name,
    deed: { kind: 'go', path: `/tools/${tool.name}` },
  }
}

function openRun(run: Run): PaletteCommand {
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

function operations(manifest: AppManifest | undefined): PaletteCommand[] {
  return (manifest?.operations ?? []).flatMap(operation => {
    if (operation.cli === undefined) return []
    return [
      {
        id: `copy ${operation.name}`,
        title: operation.summary.replace(/\.$/, ''),
        group: 'Copy a command',
        icon: 'copy' as const,
        also: `${operation.name} furrow ${operation.cli.path}`,
        hint: `furrow ${operation.cli.path}`,
        deed: { kind: 'copy' as const, text: operation.cli.example },
      },
    ]
  })
}
