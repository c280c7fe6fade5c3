import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { agent, type Lab, openLab } from '../../../tests/lab.ts'

test('a backup brings back what was lost: documents, memory, settings and sealed secrets', async () => {
  await using lab = await filled()
  const { id } = await lab.call('backup.create', {})
  fs.rmSync(path.join(lab.root, 'sdd'), { recursive: true })
  fs.rmSync(path.join(lab.home, 'config.yaml'))
  await lab.call('memory.delete', { id: 1, hard: true })
  fs.rmSync(path.join(lab.home, 'secrets', lab.app.workspace.repository.id), { recursive: true })

  const done = await lab.call('backup.restore', { backup: id })

  expect(done.left).toEqual([])
  expect(await lab.call('change.status', {})).toMatchObject({ id: 'fix-login' })
  expect(await lab.call('memory.search', { query: 'walrus' })).toMatchObject({ hits: [{ title: 'Sessions' }] })
  expect(fs.readFileSync(path.join(lab.home, 'config.yaml'), 'utf8')).toContain('concurrency')
  expect((await lab.call('secrets.list', {})).secrets).toMatchObject([{ name: 'API_KEY' }])
})

test('documents are as they were, without what came later, and undo brings that back', async () => {
  await using lab = await filled()
  const { id } = await lab.call('backup.create', {})
  lab.write('sdd/notes.md', 'later\n')

  const { undo } = await lab.call('backup.restore', { backup: id, part: ['documents'] })
  expect(lab.list('sdd')).not.toContain('notes.md')

  expect(undo).toMatch(/^furrow undo \S+$/)
  await lab.call('store.undo', { id: undo?.split(' ').at(-1) ?? '' })
  expect(lab.read('sdd/notes.md')).toBe('later\n')
})

test('the key stays out unless it is asked for', async () => {
  await using lab = await filled()
  const without = await lab.call('backup.create', {})
  const withKey = await lab.call('backup.create', { with_key: true })
  expect(fs.existsSync(path.join(without.folder, 'secrets/identity.txt'))).toBe(false)
  expect(fs.existsSync(path.join(withKey.folder, 'secrets/identity.txt'))).toBe(true)
})

test('a changed backup is named by verify, and nothing of it is brought back', async () => {
  await using lab = await filled()
  const { id, folder } = await lab.call('backup.create', {})
  expect(await lab.call('backup.verify', { backup: id })).toMatchObject({ sound: true, problems: [] })
  fs.appendFileSync(path.join(folder, 'documents/sdd/changes/fix-login/change.json'), ' ')
  fs.rmSync(path.join(lab.root, 'sdd'), { recursive: true })

  const { sound, problems } = await lab.call('backup.verify', { backup: id })
  expect({ sound, problems }).toEqual({ sound: false, problems: [expect.stringContaining('change.json')] })
  expect(await lab.refusal('backup.restore', { backup: id })).toMatchObject({ code: 'damaged' })
  expect(fs.existsSync(path.join(lab.root, 'sdd'))).toBe(false)
})

test('a manifest that leads outside, or names tokens, brings nothing there', async () => {
  await using lab = await filled()
  const { id, folder } = await lab.call('backup.create', {})
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  const [first] = manifest.files.filter(({ part }: { part: string }) => part === 'settings')
  fs.cpSync(path.join(folder, 'settings', first.path), path.join(folder, 'settings/token'))
  fs.writeFileSync(file, JSON.stringify({ ...manifest, files: [{ ...first, path: 'token' }] }))
  await lab.call('backup.restore', { backup: id, part: ['settings'] })
  expect(fs.existsSync(path.join(lab.home, 'token'))).toBe(false)

  fs.writeFileSync(file, JSON.stringify({ ...manifest, files: [{ ...first, path: '../../elsewhere' }] }))
  expect(await lab.refusal('backup.restore', { backup: id })).toMatchObject({ code: 'damaged' })
})

test('names that Furrow leaves to git are left out and named, and stay where they are in a restore', async () => {
  await using lab = await filled()
  lab.write('.sdlc/tools/deploy/yarn.lock', 'locked\n')
  lab.write('.sdlc/.runs/worktrees/20260102-101500-a1b/.git', 'gitdir: elsewhere\n')
  const { id, left_out } = await lab.call('backup.create', {})
  expect(left_out).toEqual(['.sdlc/tools/deploy/yarn.lock'])
  expect((await lab.call('backup.list', {})).backups).toEqual([
    expect.not.objectContaining({ problem: expect.anything() }),
  ])
  expect(await lab.call('backup.verify', { backup: id })).toMatchObject({ sound: true })
  await lab.call('config.set', { key: 'project.name', value: 'later' })
  await lab.call('backup.restore', { backup: id })
  expect(lab.read('.sdlc/tools/deploy/yarn.lock')).toBe('locked\n')
})

test('a backup of 0.1, which took such names along, brings back everything else', async () => {
  await using lab = await filled()
  const { id, folder } = await lab.call('backup.create', {})
  const file = path.join(folder, 'manifest.json')
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8'))
  const [any] = manifest.files
  const taken = ([part, name]: readonly [string, string]) => {
    fs.mkdirSync(path.dirname(path.join(folder, part, name)), { recursive: true })
    fs.cpSync(path.join(folder, any.part, any.path), path.join(folder, part, name))
    return { ...any, part, path: name }
  }
  const names = [
    ['records', 'runs/worktrees/20260102-101500-a1b/.git'],
    ['records', 'runs/worktrees/20260102-101500-a1b/src/login.js'],
    ['documents', '.sdlc/tools/deploy/yarn.lock'],
  ] as const
  fs.writeFileSync(file, JSON.stringify({ ...manifest, files: [...manifest.files, ...names.map(taken)] }))
  fs.rmSync(path.join(lab.root, 'sdd'), { recursive: true })
  expect(await lab.call('backup.restore', { backup: id })).toMatchObject({
    left: ['.sdlc/tools/deploy/yarn.lock, a name that Furrow does not write'],
  })
  expect(await lab.call('change.status', {})).toMatchObject({ id: 'fix-login' })
  expect(lab.list('.sdlc/.runs/worktrees')).toEqual([])
  expect(lab.list('.sdlc/tools/deploy')).toEqual([])
})

test('a backup elsewhere is restored into a home that has nothing', async () => {
  await using lab = await filled()
  const elsewhere = path.join(lab.root, '../disk')
  const { id } = await lab.call('backup.create', { to: elsewhere, with_key: true })
  await using other = await openLab()
  expect(await other.call('backup.restore', { backup: id, from: elsewhere })).toMatchObject({ left: [] })
  expect(await other.call('change.status', {})).toMatchObject({ id: 'fix-login' })
  expect(await other.call('memory.search', { query: 'walrus' })).toMatchObject({ hits: [{ title: 'Sessions' }] })
})

test('D12: copies taken while others write are whole, and each can be restored', async () => {
  await using lab = await filled()
  let more = true
  const writing = (async () => {
    for (let n = 0; more; n += 1) {
      await lab.call('memory.save', { title: `Note ${n}`, content: `seal ${n}` })
      await lab.call('config.set', { key: 'project.name', value: `shop-${n}` })
    }
    return 'written'
  })()
  for (let n = 0; n < 5; n += 1) {
    const { id } = await lab.call('backup.create', {})
    expect(await lab.call('backup.verify', { backup: id })).toMatchObject({ sound: true })
  }
  more = false
  expect(await writing).toBe('written')
})

test('an agent makes no backup and restores none', async () => {
  await using lab = await openLab()
  expect(await lab.refusal('backup.create', {}, agent)).toMatchObject({ code: 'needs_person' })
  expect(await lab.refusal('backup.restore', { backup: 'x' }, agent)).toMatchObject({ code: 'needs_person' })
})

async function filled(): Promise<Lab> {
  const lab = await openLab()
  await lab.call('change.start', { type: 'fix', size: 'small', description: 'Fix login' })
  await lab.call('memory.save', { title: 'Sessions', content: 'The walrus keeps sessions for an hour.' })
  await lab.call('config.set_person', { key: 'runs.concurrency', value: '2' })
  await lab.call('secrets.set', { name: 'API_KEY', value: 'walrus-0123456789' })
  return lab
}
