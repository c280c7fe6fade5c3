import type { Output } from '../api/call.ts'
import type { AppManifest } from '../api/query.ts'
import type { Run } from '../api/types.ts'
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

interface Offered {
  readonly runs: readonly Run[]
  readonly tools?: readonly Tool[]
  readonly manifest: AppManifest | undefined
}

/** Everything the palette offers: places first, then what ran last, then how it looks, then every command of the CLI. */
export function paletteCommands({ runs, tools = [], manifest }: Offered) {
  return [...places(), ...tools.map(openTool), ...runs.map(openRun), ...looks(), ...operations(manifest)]
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
