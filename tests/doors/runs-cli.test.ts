import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Run } from '../../src/runs/model.ts'
import { findByMarker } from '../../src/runs/spawn/processes.ts'
import { type Lab, openLab } from '../lab.ts'
import { furrow, startFurrow } from '../support/furrow.ts'

test('what a command writes comes out where it wrote it, and its failure is the exit code', async () => {
  await using lab = await openLab()
  const ended = await furrow(lab, 'exec', '--', 'sh', '-c', 'echo out; echo err >&2; exit 3')
  expect(ended).toMatchObject({ code: 1, stdout: 'out\n' })
  expect(ended.stderr).toMatch(/^err\nfailed, exit 3 {2}\(furrow runs show \d{8}-\d{6}-\w{3}\)\n$/)
})

test('a command that succeeds says nothing of its own', async () => {
  await using lab = await openLab()
  expect(await furrow(lab, 'exec', '--', 'echo', 'hi')).toEqual({ code: 0, signal: null, stdout: 'hi\n', stderr: '' })
})

test('lines are shown while the command runs', async () => {
  await using lab = await openLab()
  const started = startFurrow(lab, [
    'exec',
    '--',
    'sh',
    '-c',
    'echo first; until [ -e go ]; do sleep 0.05; done; echo last',
  ])
  await started.until('first\n')
  lab.write('go', '')
  expect(await started.ended).toMatchObject({ code: 0, stdout: 'first\nlast\n' })
})

test('with --json there is one document and nothing else', async () => {
  await using lab = await openLab()
  const { stdout, code } = await furrow(lab, 'exec', '--json', '--', 'sh', '-c', 'echo noise; exit 2')
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', exit_code: 2, lines: 1 })
  expect(code).toBe(1)
})

test('it runs where it is typed', async () => {
  await using lab = await openLab()
  fs.mkdirSync(path.join(lab.root, 'sub'))
  const { stdout } = await furrow({ ...lab, root: path.join(lab.root, 'sub') }, 'exec', '--', 'pwd')
  expect(stdout).toBe(`${path.join(lab.root, 'sub')}\n`)
})

test('Ctrl-C cancels the run and waits for its end', async () => {
  await using lab = await openLab()
  const started = startFurrow(lab, ['exec', '--', 'sh', '-c', 'echo ready; setsid sleep 600 & sleep 600'])
  await started.until('ready')
  started.child.kill('SIGINT')
  expect(await started.ended).toMatchObject({ code: 130, signal: null })
  const run = await onlyRun(lab)
  expect(run.status).toBe('cancelled')
  expect(findByMarker(run.id)).toEqual([])
})

test('a reader that goes away ends the command', async () => {
  await using lab = await openLab()
  const started = startFurrow(lab, ['exec', '--', 'yes'])
  await started.until('y\n')
  started.child.stdout?.destroy()
  await started.ended
  expect(await onlyRun(lab)).toMatchObject({ status: 'cancelled' })
})

test('a detached run prints its id at once and goes on', async () => {
  await using lab = await openLab()
  const { stdout } = await furrow(
    lab,
    'exec',
    '--detach',
    '--',
    'sh',
    '-c',
    'until [ -e go ]; do sleep 0.05; done; echo done',
  )
  const id = stdout.trim()
  expect(await lab.call('run.show', { id })).toMatchObject({ status: 'running', detached: true })
  lab.write('go', '')
  expect(await furrow(lab, 'runs', 'watch', id)).toMatchObject({ code: 0, stdout: 'done\n' })
  expect(await lab.call('run.show', { id })).toMatchObject({ status: 'succeeded' })
  expect(lab.app.store.leases.all('run')).toEqual([])
})

test('a watcher that leaves does not end the run', async () => {
  await using lab = await openLab()
  const { stdout } = await furrow(lab, 'exec', '--detach', '--', 'sh', '-c', 'echo ready; sleep 600')
  const id = stdout.trim()
  const watcher = startFurrow(lab, ['runs', 'watch', id])
  await watcher.until('ready')
  watcher.child.kill('SIGINT')
  expect((await watcher.ended).stderr).toContain(`furrow runs watch ${id}`)
  expect(await lab.call('run.show', { id })).toMatchObject({ status: 'running' })
  expect(await furrow(lab, 'runs', 'cancel', id)).toMatchObject({ code: 0 })
})

test('a run is cancelled from another process, wherever its owner is', async () => {
  await using lab = await openLab()
  const foreground = startFurrow(lab, ['exec', '--', 'sh', '-c', 'echo ready; sleep 600'])
  await foreground.until('ready')
  const detached = (await furrow(lab, 'exec', '--detach', '--', 'sleep', '600')).stdout.trim()
  const ids = (await lab.call('run.list', {})).runs.map(({ id }) => id)
  expect(ids).toContain(detached)
  for (const id of ids) {
    expect(JSON.parse((await furrow(lab, 'runs', 'cancel', id, '--json')).stdout)).toMatchObject({
      status: 'cancelled',
    })
    expect(findByMarker(id)).toEqual([])
  }
  expect((await foreground.ended).code).toBe(1)
})

test('a command that is not there has its own exit code and no record', async () => {
  await using lab = await openLab()
  expect(await furrow(lab, 'exec', '--', 'no-such-command')).toMatchObject({ code: 3, stdout: '' })
  expect((await lab.call('run.list', {})).runs).toEqual([])
})

test('a run inside a run is an agent, and needs no place of its own', async () => {
  await using lab = await openLab()
  lab.write('.sdlc/config.yaml', 'runs:\n  concurrency: 1\n')
  const furrowAgain = `"${process.execPath}" "${path.resolve('dist/furrow.cjs')}"`
  const { code, stdout } = await furrow(lab, 'exec', '--', 'sh', '-c', `${furrowAgain} exec --json -- echo inner`)
  expect(code).toBe(0)
  const inner = JSON.parse(stdout) as Run
  const outer = (await lab.call('run.list', {})).runs.find(({ id }) => id !== inner.id)
  expect(inner).toMatchObject({
    status: 'succeeded',
    parent: outer?.id,
    actor: { kind: 'agent', id: `run:${outer?.id}` },
  })
})

async function onlyRun(lab: Lab): Promise<Run> {
  const { runs } = await lab.call('run.list', {})
  expect(runs).toHaveLength(1)
  return runs[0] as Run
}
