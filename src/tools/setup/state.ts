import fs from 'node:fs'
import path from 'node:path'
import { interactionsFolder } from '../../runs/folder.ts'
import { SETUP_RECORD } from '../../runs/setup-record.ts'
import { folderNameOf } from '../../runs/shelf.ts'
import { openYaml } from '../../store/documents/yaml.ts'
import { readBytes } from '../../store/files.ts'
import type { Call } from '../../workspace/call.ts'
import { contentHash } from '../../workspace/trust/subjects.ts'
import type { FoundTool } from '../find.ts'

type Place = Pick<Call, 'workspace' | 'home'>

/** Whether a setup of this version with this config has succeeded. */
export function isSetUp(call: Place, tool: Pick<FoundTool, 'place' | 'meta'>): boolean {
  const file = path.join(interactionsFolder(call), folderNameOf(tool.place.name), SETUP_RECORD)
  const bytes = readBytes(file)
  if (bytes === undefined) return false
  const { tool_version, config_hash } = Object(openYaml(bytes, file).data()) as Record<string, unknown>
  return tool_version === tool.meta.version && config_hash === configHash(tool)
}

export function whyNotSetUp(call: Place, tool: Pick<FoundTool, 'place' | 'meta'>): string | undefined {
  const { requires_setup: needed, display_name: name, setup_description: what } = tool.meta
  if (!needed || isSetUp(call, tool)) return undefined
  return `${name} has to be set up first${what === undefined ? '' : `: ${what}`}.`
}

export function configHash({ place }: Pick<FoundTool, 'place'>): string {
  const file = path.join(place.folder, 'config.yaml')
  return contentHash(fs.existsSync(file) ? fs.readFileSync(file) : '')
}
