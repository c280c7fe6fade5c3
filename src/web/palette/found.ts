import type { Output } from '../api/call.ts'
import type { SettingDetail } from '../api/types.ts'
import type { PaletteCommand } from './commands.ts'

type TraceRow = Output<'spec.trace'>['nodes'][number]
type DecisionRow = Output<'adr.list'>['adrs'][number]
type RecordHit = Output<'memory.search'>['hits'][number]
type SearchPassage = Output<'ask.search'>['sources'][number]
type SpecStageRow = Output<'spec.context'>['stages'][number]

export interface Findable {
  readonly nodes?: readonly TraceRow[]
  readonly stages?: readonly SpecStageRow[]
  readonly decisions?: readonly DecisionRow[]
  readonly records?: readonly RecordHit[]
  readonly passages?: readonly SearchPassage[]
  readonly settings?: readonly SettingDetail[]
}

/** What is written down: requirements, decisions, memory, files and settings. */
export function findableCommands(found: Findable, query: string): PaletteCommand[] {
  const { nodes = [], stages = [], decisions = [], records = [], passages = [], settings = [] } = found
  return [
    ...nodes.filter(({ kind }) => kind !== 'ADR').map(node => openNode(node, stages)),
    ...decisions.map(openDecision),
    // The server found these by meaning, so they fit whatever was typed.
    ...records.map(record => openRecord(record, query)),
    ...files(passages).map(passage => openFile(passage, query)),
    ...settings.map(openSetting),
  ]
}

function openNode({ id, title, path }: TraceRow, stages: readonly SpecStageRow[]): PaletteCommand {
  const stage = stages.find(one => one.path === path)?.name
  return {
    id: `requirement ${id}`,
    title: `${id} ${title}`,
    group: 'Requirements',
    icon: 'specs',
    also: path,
    deed: { kind: 'go', path: stage === undefined ? '/specs?view=trace' : `/specs?stage=${stage}&at=${id}` },
  }
}

function openDecision({ id, title, change, status }: DecisionRow): PaletteCommand {
  return {
    id: `decision ${id}`,
    title: `${id} ${title}`,
    group: 'Decisions',
    icon: 'changes',
    also: 'adr decision',
    hint: status,
    deed: { kind: 'go', path: change === undefined ? `/why?what=${id}` : `/changes/${change}?adr=${id}` },
  }
}

function openRecord({ id, title, type }: RecordHit, query: string): PaletteCommand {
  return {
    id: `memory ${id}`,
    title,
    group: 'Memory',
    icon: 'memory',
    also: query,
    isFound: true,
    hint: type,
    deed: { kind: 'go', path: `/memory/${id}` },
  }
}

/** Each file once, at its best passage. */
function files(passages: readonly SearchPassage[]): SearchPassage[] {
  return [...new Map([...passages].reverse().map(passage => [passage.path, passage])).values()].reverse()
}

function openFile({ path, lines }: SearchPassage, query: string): PaletteCommand {
  return {
    id: `file ${path}`,
    title: path,
    group: 'Files',
    icon: 'file',
    also: query,
    isFound: true,
    hint: `line ${lines[0]}`,
    deed: { kind: 'go', path: `/files?path=${encodeURIComponent(path)}&line=${lines[0]}-${lines[1]}` },
  }
}

function openSetting({ key, summary }: SettingDetail): PaletteCommand {
  return {
    id: `setting ${key}`,
    title: key,
    group: 'Settings',
    icon: 'settings',
    also: `setting ${summary}`,
    deed: { kind: 'go', path: `/settings#${key}` },
  }
}
