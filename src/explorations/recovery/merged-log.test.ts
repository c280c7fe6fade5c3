import { expect, test } from 'vitest'
import { type Lab, openLab } from '../../../tests/lab.ts'
import { exploring } from '../../../tests/support/explorations.ts'

const STATE = '.sow/project/state.yaml'

async function changesOf(lab: Lab): Promise<string> {
  return (await lab.call('exploration.adopt', {})).changes.join('\n')
}

test('what the state of the side that was taken does not have is named, of every kind, with who made it', async () => {
  await using lab = await openLab()
  lab.write('readme.md', '# Shop\n')
  lab.write('src/login.ts', 'one\ntwo\n')
  await exploring(lab)
  await lab.call('exploration.note', { text: 'Who pays?', kind: 'question' })
  const older = lab.read(STATE)
  await lab.call('exploration.note', { text: 'No passwords', kind: 'decision' })
  await lab.call('exploration.note_resolve', { id: 'n1', answer: 'The shop.' })
  await lab.call('exploration.cite', { source: 'src/login.ts:1' })
  await lab.call('exploration.attach', { path: 'readme.md' })
  await lab.call('exploration.conclude', { text: 'It fits.', confidence: 'high', would_change: 'A new client' })
  lab.write('.sow/project/findings/one.md', '# One\n')
  await lab.call('artifact.add', { path: 'findings/one.md' })
  lab.write(STATE, older)
  const changes = await changesOf(lab)
  for (const line of [
    'the decision "No passwords", noted by person, is not in it; note it again',
    'the answer "The shop." by person to n1 is not in it; resolve it again',
    'the source src/login.ts:1, cited by person, is not in it; cite it again',
    'the input readme.md, attached by person, is not in it; attach it again',
    'c1, concluded by person, is not in it; conclude it again',
    'findings/one.md, registered by person, is not in it; register it again',
  ])
    expect(changes).toContain(line)
})

test('what was taken back since, and what is there, is not named', async () => {
  await using lab = await openLab()
  lab.write('src/login.ts', 'one\ntwo\n')
  await exploring(lab)
  await lab.call('exploration.note', { text: 'Who pays?', kind: 'question' })
  await lab.call('exploration.note_resolve', { id: 'n1', answer: 'The shop.' })
  await lab.call('exploration.conclude', { text: 'It fits.', confidence: 'low', would_change: 'A new client' })
  await lab.call('exploration.conclude', { id: 'c1', text: 'It fits.', confidence: 'high', would_change: 'Nothing' })
  await lab.call('exploration.cite', { source: 'src/login.ts:1' })
  await lab.call('exploration.withdraw', { id: 's1' })
  lab.write('.sow/project/findings/one.md', '# One\n')
  await lab.call('artifact.add', { path: 'findings/one.md' })
  await lab.call('artifact.remove', { path: 'findings/one.md' })
  lab.write(STATE, lab.read(STATE).replace(/revision: \d+/, 'revision: 3'))
  expect(await changesOf(lab)).not.toContain('is not in it')
})
