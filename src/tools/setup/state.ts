import fs from 'node:fs'
import path from 'node:path'
import { interactionsFolder } from '../../runs/folder.ts'
import { folderNameOf } from '../../runs/shelf.ts'
import { openYaml } from '../../store/documents/yaml.ts'
import { printRoot } from '../../store/documents/yaml-print.ts'
import { readBytes, writeDurably } from '../../store/files.ts'
import type { Call } from '../../workspace/call.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import type { FoundTool } from '../find.ts'

type Place = Pick<Call, 'workspace' | 'home'>

/** Whether a setup of this version with this config has succeeded. */
export function isSetUp(call: Place, tool: Pick<FoundTool, 'place' | 'meta'>): boolean {
  const file = setupFile(call, tool.place.name)
  const bytes = readBytes(file)
  if (bytes === undefined) return false
  const { tool_version, config_hash } = Object(openYaml(bytes, file).data()) as Record<string, unknown>
  return tool_version === tool.meta.version && config_hash === configHash(tool)
}

export function whyNotSetUp(call: Place, tool: Pick<FoundTool, 'place' | 'meta'>): string | undefined {
  if (!tool.meta.requires_setup || isSetUp(call, tool)) return undefined
  return `${tool.meta.display_name} has to be set up first${tool.meta.setup_description === undefined ? '' : `: ${tool.meta.setup_description}`}.`
}

/** Under the lock: what was set up, so that a changed version or config asks again. */
export function noteSetup(call: Place & Pick<Call, 'clock'>, tool: FoundTool, interaction: string): void {
  const record = {
    schema_version: 1,
    tool_name: tool.place.name,
    tool_version: tool.meta.version,
    config_hash: configHash(tool),
    interaction,
    completed_at: new Date(call.clock.now()).toISOString(),
  }
  const style = { eol: '\n', indent: 2, indentSeq: true, flowCollectionPadding: true }
  writeDurably(setupFile(call, tool.place.name), Buffer.from(`${printRoot(record, style)}\n`), 0o600)
}

function setupFile(call: Place, tool: string): string {
  return path.join(interactionsFolder(call), folderNameOf(tool), 'setup.yaml')
}

function configHash({ place }: Pick<FoundTool, 'place'>): string {
  const file = path.join(place.folder, 'config.yaml')
  return contentHash(fs.existsSync(file) ? fs.readFileSync(file) : '')
}
