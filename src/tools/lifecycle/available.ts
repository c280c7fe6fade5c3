import { implement } from '../../workspace/call.ts'
import { BUILT_IN_FOLDER, shippedTools, toolPlaces } from '../files/tool-folders.ts'
import { readMeta } from '../meta/read-meta.ts'
import type { AvailableTool } from '../model.ts'
import { cell } from '../render-tool.ts'
import { shippedMetas } from '../shipped.ts'
import * as contracts from './contracts.ts'
import { outdated } from './update.ts'

export const available = implement(() => contracts.available, {
  async run(call) {
    const there = toolPlaces(call).filter(({ source }) => source === 'repository')
    const older = new Set(outdated(call))
    const tools = shippedTools().map(({ name }) => {
      const { meta } = readMeta(name, shippedMetas()[name] ?? {})
      return {
        name,
        display_name: meta.display_name,
        description: meta.description,
        version: meta.version,
        tags: meta.tags ?? [],
        secrets: (meta.secrets ?? []).map(
          ({ env_var, required, when }) => `${env_var}${required && when === undefined ? '' : '?'}`,
        ),
        follow_ups: (meta.result_actions ?? []).map(({ label }) => label),
        streaming: meta.streaming === true,
        built_in: BUILT_IN_FOLDER.includes(name),
        added: there.some(place => place.name === name),
        newer: older.has(name),
      }
    })
    return { tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  },
  render: ({ tools }) =>
    [
      '| tool | | what it does |',
      '| --- | --- | --- |',
      ...tools.map(tool => `| ${tool.name} | ${standing(tool)} | ${cell(tool.description)} |`),
      '',
      'Add one: furrow tool add build',
      ...(tools.some(({ newer }) => newer) ? ['See what is newer: furrow tool update --dry-run'] : []),
    ].join('\n'),
})

function standing({ added, newer }: AvailableTool): string {
  return newer ? 'added, a newer one is here' : added ? 'added' : ''
}
