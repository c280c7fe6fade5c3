import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRun } from '../../src/runs/record/records.ts'
import { type Lab, openLab, person } from '../lab.ts'
import { ended, madeRun, saidIn, setUpAgent, startAgent } from '../support/agents.ts'
import { IS_ROOT, runTestsAsNobody } from '../support/as-nobody.ts'
import { bareTool, trust, writeTool } from '../support/tools.ts'
import { figure } from './figures.ts'

// X13: what was trusted runs what the agent wrote, or does what the agent gives it as input. It can do no more than the agent.
const RUN_COMMAND = `
  const { spawnSync } = await import('node:child_process')
  spawnSync('sh', ['-c', input.command], { stdio: 'ignore' })
  print({ ok: true })`

/** By the name of the file that it leaves in the worktree: how the agent has Furrow run a script of its own. */
const WAYS = {
  recipe: { tool: 'tool_run', arguments: { name: 'npm:test', input: {}, wait: 60 } },
  gates: { tool: 'tool_run', arguments: { name: 'quality-check', input: {}, wait: 60 } },
  input: { tool: 'tool_run', arguments: { name: 'shell', input: { command: 'sh ./go.sh input' }, wait: 60 } },
} as const

interface Place {
  readonly file: string
  readonly by: 'read' | 'write'
}

/** The script tries each place, and says in a file of its own worktree what it could do. */
function scriptFor(places: readonly Place[]): string {
  const acts = places.map(({ file, by }) =>
    by === 'read'
      ? `if [ -s '${file}' ] && cat '${file}' >/dev/null; then echo 'read ${file}' >> "$said"; fi`
      : `if echo escaped >> '${file}'; then echo 'wrote ${file}' >> "$said"; fi`,
  )
  return ['said="said-$1"', ': > "$said"', ...acts, ''].join('\n')
}

async function openStage(): Promise<Lab> {
  const lab = await openLab()
  setUpAgent(lab, { permissions: [{ tool: '*', action: 'allow' }] })
  lab.write('README.md', 'Ours.\n')
  lab.write('go.sh', 'true\n')
  lab.write('package.json', JSON.stringify({ name: 'x', scripts: { test: 'sh ./go.sh recipe' } }))
  lab.write('.sdlc/config.yaml', 'gates:\n  - { name: own, command: sh ./go.sh gates }\n')
  writeTool(lab, 'shell', `export {}\n${bareTool({ effect: 'write' }, RUN_COMMAND)}`)
  await lab.call('tool.list', {})
  await trust(lab)
  return lab
}

test('X13 what an agent has Furrow run, by recipe, gate or input of a tool, is held by the walls of the agent', async () => {
  await using lab = await openStage()
  const ada = path.dirname(lab.root)
  fs.mkdirSync(path.join(ada, '.ssh'))
  fs.writeFileSync(path.join(ada, '.ssh/id_ed25519'), 'KEY')
  fs.writeFileSync(path.join(ada, '.bashrc'), '# mine\n')
  await lab.call('secrets.set', { name: 'API_KEY', value: 'a long secret value' })
  await lab.call('server.rotate_token', {})
  const written = [
    ...[path.join(ada, '.bashrc'), path.join(ada, '.zshenv')],
    ...['README.md', '.git/hooks/pre-commit', '.git/config', '.sdlc/planted'].map(name => path.join(lab.root, name)),
    ...['config.yaml', 'repos/planted', 'caches/planted', 'trust/planted'].map(name => path.join(lab.home, name)),
  ]
  const read = [
    path.join(ada, '.ssh/id_ed25519'),
    path.join(lab.home, 'token'),
    path.join(lab.home, 'secrets/identity.txt'),
  ]
  const places: Place[] = [
    ...written.map(file => ({ file, by: 'write' as const })),
    ...read.map(file => ({ file, by: 'read' as const })),
  ]
  const before = written.map(textOf)
  const steps = [{ write: { path: 'go.sh', content: scriptFor(places) } }, { mcp: Object.values(WAYS) }]
  const run = await ended(lab, await startAgent(lab, steps, { profile: 'write' }))
  expect(run).toMatchObject({ status: 'succeeded', contained: true })
  // What is made where nothing was goes with the run; it is looked for outside.
  expect(written.map(textOf)).toEqual(before)
  const worktree = run.agent?.worktree ?? ''
  const said = Object.keys(WAYS).map(way => [way, textOf(path.join(worktree, `said-${way}`))])
  const passing = ['.bashrc', '.zshenv'].map(name => `wrote ${path.join(ada, name)}\n`).join('')
  expect(Object.fromEntries(said), saidIn(lab, run)).toEqual({ recipe: passing, gates: passing, input: passing })
  const { runs } = await lab.call('run.list', { kind: 'tool' })
  expect(runs.map(({ parent, contained }) => ({ parent, contained }))).toEqual(
    Object.keys(WAYS).map(() => ({ parent: run.id, contained: true })),
  )
  figure('X13', 'acts through tools, recipes and gates that an agent has Furrow run', places.length * said.length)
})

test('the index that an agent asks for is built by Furrow itself, where it belongs', async () => {
  await using lab = await openStage()
  const build = { tool: 'ask_index', arguments: { action: 'build' } }
  const run = await ended(lab, await startAgent(lab, [{ mcp: [build] }], { profile: 'write' }))
  const { runs } = await lab.call('run.list', { kind: 'index' })
  expect(runs, saidIn(lab, run)).toMatchObject([{ parent: run.id }])
  const index = await lab.call('run.wait', { id: runs[0]?.id ?? '', seconds: 30 })
  expect(index).toMatchObject({ status: 'succeeded' })
})

test('X13 what a person follows is not followed in the worktree of an agent that lies in it', async () => {
  await using lab = await openStage()
  await lab.call('trust.grant', { follow: '.sdlc', keep_grants: true })
  const changed = `export {}\n${bareTool({ effect: 'write' }, 'fs.writeFileSync("changed", ""); print({ ok: true })')}`
  const steps = [
    { write: { path: '.sdlc/tools/shell/tool.ts', content: changed } },
    { mcp: [{ tool: 'tool_run', arguments: { name: 'shell', input: {}, wait: 60 } }] },
  ]
  const run = await ended(lab, await startAgent(lab, steps, { profile: 'write' }))
  expect(saidIn(lab, run)).toContain('"code":"untrusted"')
  expect(fs.existsSync(path.join(run.agent?.worktree ?? '', 'changed'))).toBe(false)
  // Where the person follows it, the same code is trusted.
  writeTool(lab, 'shell', changed)
  expect(await lab.call('tool.info', { name: 'shell' })).toMatchObject({ standing: 'followed' })
})

test('X13 a tool that an agent has started starts no other agent', async () => {
  await using lab = await openStage()
  const { id: parent } = await madeRun(lab, { 'made.txt': 'made' })
  const nested = await lab.app.within('tool.run', { actor: person }, call =>
    call.store.exclusively(() =>
      createRun(call, {
        kind: 'tool',
        label: 'shell',
        cwd: lab.root,
        status: 'running',
        level: 'namespace',
        actor: person,
        trigger: 'tool.run',
        started_at: new Date(call.clock.now()).toISOString(),
        parent,
      }),
    ),
  )
  const asTool = { kind: 'agent', id: `run:${nested.id}`, door: 'http' } as const
  expect(await lab.refusal('agent.start', { prompt: 'Do it.' }, asTool)).toMatchObject({
    code: 'forbidden',
    target: parent,
  })
})

/** What starts the sandbox has them too, and is outside of it. */
const OF_LOADERS = 'LD_PRELOAD LD_AUDIT GLIBC_TUNABLES GCONV_PATH LOCPATH MALLOC_CHECK_ BASH_ENV SHELLOPTS PS4'.split(
  ' ',
)

test('X13 variables that an agent gives to a command do not reach what starts its sandbox', async () => {
  await using lab = await openStage()
  const env = [...OF_LOADERS, 'FINE'].map(name => ({ name, value: 'given' }))
  const run = await ended(lab, await startAgent(lab, [{ terminal: { command: 'env', env } }], { profile: 'write' }))
  expect(saidIn(lab, run).match(/^\w+(?==given$)/gm)).toEqual(['FINE'])
})

test.runIf(IS_ROOT)('X13 the same holds for an ordinary user', () => {
  const { status, stdout } = runTestsAsNobody('tests/faults/agent-tools.test.ts')
  expect(status, stdout).toBe(0)
})

function textOf(file: string): string | undefined {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
}
