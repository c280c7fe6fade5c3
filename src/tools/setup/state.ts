import path from 'node:path'
import { interactionsFolder } from '../../runs/folder.ts'
import { SETUP_RECORD } from '../../runs/setup-record.ts'
import { folderNameOf } from '../../runs/shelf.ts'
import { openYaml } from '../../store/documents/yaml.ts'
import { readBytes } from '../../store/files.ts'
import type { Call } from '../../workspace/call.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import type { FoundTool } from '../find.ts'
import { toolSetups } from '../ports.ts'

type Place = Pick<Call, 'workspace' | 'home' | 'port'>
type Known = Pick<FoundTool, 'place' | 'meta' | 'builtIn'>

/** Whether a setup of this version with this config has succeeded, or what it makes is there already. */
export async function isSetUp(call: Place, tool: Known): Promise<boolean> {
  if (hasSucceeded(call, tool)) return true
  return tool.builtIn && (await call.port(toolSetups)).isDone(tool.place.name)
}

function hasSucceeded(call: Place, tool: Known): boolean {
  const file = path.join(interactionsFolder(call), folderNameOf(tool.place.name), SETUP_RECORD)
  const bytes = readBytes(file)
  if (bytes === undefined) return false
  const { tool_version, config_hash } = Object(openYaml(bytes, file).data()) as Record<string, unknown>
  return tool_version === tool.meta.version && config_hash === configHash(tool)
}

export async function whyNotSetUp(call: Place, tool: Known): Promise<string | undefined> {
  const { requires_setup: needed, display_name: name, setup_description: what } = tool.meta
  if (!needed || (await isSetUp(call, tool))) return undefined
  return `${name} has to be set up first${what === undefined ? '' : `: ${what}`}.`
}

export function configHash({ place }: Pick<FoundTool, 'place'>): string {
  const file = path.join(place.folder, 'config.yaml')
  return contentHash(readBytes(file) ?? '')
}
