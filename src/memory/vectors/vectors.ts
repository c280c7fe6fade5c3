import { implement } from '../../workspace/call.ts'
import { readConfig } from '../../workspace/config/read-config.ts'
import { memoryIn } from '../open.ts'
import { catchUp } from './catch-up.ts'
import * as contracts from './contracts.ts'
import { nameIn } from './names.ts'
import { providerIn } from './provider.ts'

export const vectors = implement(() => contracts.vectors, {
  async run(call, { most }) {
    const memory = memoryIn(call)
    const name = nameIn(readConfig(call))
    const provider = providerIn(call)
    if (provider === undefined) {
      const { records } = await memory.vectors.count('')
      return { provider: name, records, made: 0, lacking: records }
    }
    const made = await catchUp(call, provider, { most, signal: call.signal })
    const { records, kept } = await memory.vectors.count(provider.embedder.name)
    return { provider: name, maker: provider.embedder.name, records, made, lacking: records - kept }
  },
  render: ({ provider, maker, records, made, lacking }) =>
    provider === 'off'
      ? 'Vectors are off: search goes by words, which measured as well. docs/memory.md says when they help.'
      : `${made} vectors made by ${maker ?? provider}; ${lacking} of ${records} records lack one.`,
})
