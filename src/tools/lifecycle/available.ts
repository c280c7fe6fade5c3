import { implement } from '../../workspace/call.ts'
import { shippedTools, toolPlaces } from '../files/places.ts'
import { readMeta } from '../meta/read-meta.ts'
import { cell } from '../render.ts'
import { shippedMetas } from '../shipped.ts'
import * as contracts from './contracts.ts'

export const available = implement(contracts.available, {
  async run(call) {
    const there = toolPlaces(call).filter(({ source }) => source === 'repository')
    const tools = shippedTools().map(({ name }) => {
      const { meta } = readMeta(name, shippedMetas()[name] ?? {})
      return {
        name,
        display_name: meta.display_name,
        description: meta.description,
        version: meta.version,
        tags: meta.tags ?? [],
        secrets: (meta.secrets ?? []).map(({ env_var, required }) => `${env_var}${required ? '' : '?'}`),
        added: there.some(place => place.name === name),
      }
    })
    return { tools: tools.sort((a, b) => (a.name < b.name ? -1 : 1)) }
  },
  render: ({ tools }) =>
    [
      '| tool | | what it does |',
      '| --- | --- | --- |',
      ...tools.map(({ name, added, description }) => `| ${name} | ${added ? 'added' : ''} | ${cell(description)} |`),
      '',
      'Add one: furrow tool add build',
    ].join('\n'),
})
