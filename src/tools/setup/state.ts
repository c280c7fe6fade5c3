import path from 'node:path'
import { folderNameOf } from '../../runs/record/record-files.ts'
import { interactionsFolder } from '../../runs/record/record-folders.ts'
import { SETUP_RECORD } from '../../runs/record/setup-record.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import { readBytes } from '../../store/files/read-file.ts'
import type { Call } from '../../workspace/call.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import type { FoundTool } from '../find-tool.ts'
import { toolSetups } from '../tool-ports.ts'

type SetupContext = Pick<Call, 'workspace' | 'home' | 'port'>
type SetUpTool = Pick<FoundTool, 'place' | 'meta' | 'builtIn'>

/** Whether a setup of this version with this config has succeeded, or what it makes is there already. */
export async function isSetUp(call: SetupContext, tool: SetUpTool): Promise<boolean> {
  if (hasSucceeded(call, tool)) return true
  return tool.builtIn && (await call.port(toolSetups)).isDone(tool.place.name)
}

function hasSucceeded(call: SetupContext, tool: SetUpTool): boolean {
  const file = path.join(interactionsFolder(call), folderNameOf(tool.place.name), SETUP_RECORD)
  const bytes = readBytes(file)
  if (bytes === undefined) return false
  const { tool_version, config_hash } = Object(openYaml(bytes, file).data()) as Record<string, unknown>
  return tool_version === tool.meta.version && config_hash === configHash(tool)
}

export async function whyNotSetUp(call: SetupContext, tool: SetUpTool): Promise<string | undefined> {
  const { requires_setup: needed, display_name: name, setup_description: what } = tool.meta
  if (!needed || (await isSetUp(call, tool))) return undefined
  return `${name} has to be set up first${what === undefined ? '' : `: ${what}`}.`
}

export function configHash({ place }: Pick<FoundTool, 'place'>): string {
  const file = path.join(place.folder, 'config.yaml')
  return contentHash(readBytes(file) ?? '')
}
