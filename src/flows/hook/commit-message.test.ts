import path from 'node:path'
import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { prepareMessage } from './commit-message.ts'

function trailerOf(lab: Lab): string | undefined {
  lab.write('message', 'Fix the crash\n')
  prepareMessage(lab.root, [path.join(lab.root, 'message')])
  return /^Furrow-Change: (.*)$/m.exec(lab.read('message'))?.[1]
}

async function completed(lab: Lab, description: string): Promise<void> {
  await lab.call('change.start', { type: 'fix', size: 'small', description, content: 'It crashes.' })
  for (const content of ['All clear.', '- [x] mend it', 'Done.']) await lab.call('change.advance', { content })
}

test('a commit made after verify belongs to the change, until that is archived', async () => {
  await using lab = await openLab()
  await completed(lab, 'Fix crash')
  expect(trailerOf(lab)).toBe('fix-crash')
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Another' })
  expect(trailerOf(lab)).toBe('another')
  await lab.call('change.cancel', {})
  await lab.call('change.archive', { id: 'fix-crash' })
  expect(trailerOf(lab)).toBeUndefined()
})

test('where two changes are completed, nobody knows which one is committed', async () => {
  await using lab = await openLab()
  await completed(lab, 'One')
  await completed(lab, 'Two')
  expect(trailerOf(lab)).toBeUndefined()
})
