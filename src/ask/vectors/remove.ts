import { weightsFolder } from '../../search/vectors/configured.ts'
import { removeWeights } from '../../search/vectors/local/weights-folder.ts'
import { implement } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import * as contracts from './contracts.ts'
import { changeSettings } from './person-settings.ts'

const PARTS = ['vectors', 'vectors_url', 'vectors_model', 'vectors_key', 'vectors_weight'] as const
const USES = ['ask', 'memory'] as const

export const remove = implement(() => contracts.remove, {
  async run(call) {
    const config = readConfig(call)
    const keys = USES.flatMap(use => PARTS.map(part => `${use}.${part}` as const))
    const settings = keys.filter(key => config.get(key).source === 'person')
    if (settings.length > 0)
      await changeSettings(
        call,
        'search goes by words again',
        Object.fromEntries(settings.map(key => [key, undefined])),
      )
    const folder = weightsFolder(call.home)
    return { settings, ...(removeWeights(folder) && { folder }) }
  },
  render: ({ settings, folder }) =>
    settings.length === 0 && folder === undefined
      ? 'No model was added; nothing is changed.'
      : [
          ...(settings.length === 0 ? [] : [`No longer set: ${settings.join(', ')}.`]),
          ...(folder === undefined ? [] : [`${folder} is deleted.`]),
        ].join('\n'),
})
