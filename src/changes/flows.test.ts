import { expect, test } from 'vitest'
import { openLab } from '../../tests/lab.ts'
import { CHANGE_SIZES, CHANGE_STAGES, CHANGE_TYPES, flowFor, whyNotFlow } from './flows.ts'

// Seed 001 §1.2, line by line.
const TABLE = `
fix small: describe context-check tasks verify
fix medium: describe context-check spec tasks verify
fix large: describe context-check spec design tasks verify
feature small: describe context-check tasks verify
feature medium: propose context-check spec tasks verify
feature large: propose context-check spec clarify design tasks verify
refactor small: scope context-check tasks verify
refactor medium: scope context-check design tasks verify
refactor large: scope context-check spec design tasks verify
enhancement small: describe context-check tasks verify
enhancement medium: propose context-check spec tasks verify
enhancement large: propose context-check spec clarify design tasks verify
`

test('the twelve flows are those of seed 001 §1.2', () => {
  const flows = CHANGE_TYPES.flatMap(type =>
    CHANGE_SIZES.map(size => `${type} ${size}: ${flowFor(type, size)?.join(' ')}`),
  )
  expect(flows.sort()).toEqual(TABLE.trim().split('\n').sort())
})

test('every flow of seed 001 §1.2 is one that the config could name, of known stages', () => {
  for (const type of CHANGE_TYPES)
    for (const size of CHANGE_SIZES) {
      const flow = flowFor(type, size) ?? []
      expect(whyNotFlow(flow)).toBeUndefined()
      expect(flow.filter(stage => !(CHANGE_STAGES as readonly string[]).includes(stage))).toEqual([])
    }
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is no type and no size', name => {
  expect(flowFor(name, 'name')).toBeUndefined()
  expect(flowFor('fix', name)).toBeUndefined()
  expect(flowFor(name, 'length', {})).toBeUndefined()
})

test.each([
  [['describe', 'verify'], 'has fewer than three stages'],
  [['tasks', 'context-check', 'verify'], 'starts with tasks, not with describe, propose, scope'],
  [['describe', 'tasks', 'verify'], 'has no context-check as its second stage'],
  [['describe', 'context-check', 'tasks'], 'does not end with verify'],
  [['describe', 'context-check', 'spec', 'spec', 'verify'], 'names a stage twice'],
  [['describe', 'context-check', '../../etc', 'verify'], 'has a stage named "../../etc"'],
])('the flow %j %s', (stages, reason) => {
  expect(whyNotFlow(stages)).toBe(reason)
})

test('the config may add a type, and a change of it goes through its own stages', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'flows:\n  spike:\n    small: [describe, context-check, try-out, verify]\n')
  const change = await lab.call('change.start', { type: 'spike', size: 'small', description: 'Try WebGPU' })
  expect(change.stages.map(({ name }) => name)).toEqual(['describe', 'context-check', 'try-out', 'verify'])
})

test('a change keeps the flow it started with when the config changes', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'flows:\n  spike:\n    small: [describe, context-check, try-out, verify]\n')
  await lab.call('change.start', { type: 'spike', size: 'small', description: 'Try WebGPU' })
  lab.write('.sdlc/config.yaml', 'flows: {}\n')
  const change = await lab.call('change.advance', { content: 'We try.' })
  expect(change.stages.map(({ name }) => name)).toContain('try-out')
})

test('a flow in the config that is none is refused with its reason, and no change is made', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'flows:\n  spike:\n    small: [describe, verify]\n')
  const refused = await lab.refusal('change.start', { type: 'spike', size: 'small', description: 'x' })
  expect(refused).toMatchObject({ code: 'damaged', target: '.sdlc/config.yaml' })
  expect(refused.message).toContain('fewer than three stages')
  expect(lab.list('sdd')).toEqual([])
})
