import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { packageRoot } from '../../../../tests/lab.ts'
import { makeManifest } from '../../../app/manifest.ts'
import { listTools } from './profile.ts'

const { operations } = await makeManifest(packageRoot)
const ajv = new Ajv({ strict: false, formats: { 'date-time': true } })

test.each(['core', 'all'] as const)('every tool of the list %s that takes something has an example that fits', kind => {
  const faults = listTools(operations, { kind }).flatMap(({ name, inputSchema }) => {
    const examples = (inputSchema.examples ?? []) as object[]
    const takes = Object.keys(inputSchema.properties).some(field => field !== 'action')
    if (takes && examples.length === 0 && !WITHOUT.includes(name)) return [`${name} has no example`]
    const fits = ajv.compile(inputSchema)
    return examples.filter(example => !fits(example)).map(() => `${name}: ${ajv.errorsText(fits.errors)}`)
  })
  expect(faults).toEqual([])
})

/** Nothing has to be given; the example of the command gives nothing. */
const WITHOUT = ['mem_context', 'mem_topics', 'furrow_trust', 'furrow_gates']
