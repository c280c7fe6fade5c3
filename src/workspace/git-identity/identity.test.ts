import { expect, test } from 'vitest'
import { agent, openLab } from '../../../tests/lab.ts'

test('the identity is written to the config of the repository by a person, and undone', async () => {
  await using lab = await openLab()
  const before = lab.read('.git/config')
  const who = { name: 'Ann "A" Example', email: 'ann@example.org' }
  expect((await lab.refusal('git.set_identity', who, agent)).code).toBe('needs_person')
  expect(await lab.call('git.set_identity', who)).toEqual({ ...who, complete: true })
  expect(lab.read('.git/config')).toBe(
    `${before}[user]\n\tname = "Ann \\"A\\" Example"\n[user]\n\temail = "ann@example.org"\n`,
  )
  await lab.call('store.undo', {})
  expect(lab.read('.git/config')).toBe(before)
})
