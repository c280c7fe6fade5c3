import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { answering, shellTty } from '../support/cli.ts'
import { git, withRemote } from '../support/explorations.ts'
import { forgeConfig, startForge } from '../support/forge.ts'
import { connectStdio } from '../support/mcp.ts'

/** What a person types, at a terminal where `furrow` is the built command; questions are answered with yes. */
function typistIn(lab: Lab, codes = [0]): (line: string) => Promise<string> {
  const shims = path.join(path.dirname(lab.home), 'shims')
  fs.mkdirSync(shims, { recursive: true })
  fs.writeFileSync(path.join(shims, 'furrow'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  return async line => {
    const env = { PATH: `${shims}:${lab.env['PATH']}`, GIT_CONFIG_GLOBAL: '/dev/null' }
    const { code, stdout } = await shellTty(lab, line, { env, watch: answering(['Go on?', 'y']) })
    expect(codes, `${line}\n${stdout}`).toContain(code)
    return stdout
  }
}

/** An agent over the official client. A person at a terminal approves what it asks for. */
async function agentIn(lab: Lab) {
  const mcp = await connectStdio(lab, { era: '2025-11-25' })
  const call = async (name: string, args: Record<string, unknown>) => {
    const answer = await mcp.client.callTool({ name, arguments: args })
    return { isError: answer.isError === true, value: answer.structuredContent as Record<string, unknown> }
  }
  const must = async (name: string, args: Record<string, unknown>) => {
    const { isError, value } = await call(name, args)
    expect(isError, JSON.stringify(value)).toBe(false)
    return value
  }
  return { call, must, [Symbol.asyncDispose]: () => mcp[Symbol.asyncDispose]() }
}

const SINGLE = ['summary.md']
const SEVERAL = ['summary.md', 'detailed-findings.md', 'recommendations.md']

function write(lab: Lab, names: readonly string[]): void {
  for (const name of names)
    lab.write(`.sow/project/${name}`, `# ${name}\n\n${names.map(to => `[x](${to})`).join(' ')}\n`)
}

describe.each([
  ['one summary', SINGLE],
  ['several summaries', SEVERAL],
])('seed 003 integration, full workflow with %s', (_, names) => {
  const month = new Date().toISOString().slice(0, 7)
  const target = `.sow/knowledge/explorations/test-${month}${names.length === 1 ? '.md' : ''}`

  function expectPublished(lab: Lab, bare: string): void {
    const files = names.map(name => (names.length === 1 ? target : `${target}/${name}`))
    for (const file of files) expect(lab.read(file)).toContain('# ')
    expect(lab.read('.sow/knowledge/explorations/index.md')).toContain(`](${path.basename(target)}`)
    const pushed = git({ root: bare }, 'show', '--name-only', '--format=%s', 'explore/test').trim().split('\n')
    expect(pushed[0]).toBe('docs: publish test')
    expect(pushed.filter(line => line.startsWith('.sow/')).sort()).toEqual(
      [...files, '.sow/knowledge/explorations/index.md'].sort(),
    )
  }

  test('through the command line, with a bare remote and a forge', async () => {
    await using forge = await startForge()
    await using lab = await openLab()
    const bare = withRemote(lab)
    fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(lab.home, 'config.yaml'), forgeConfig(forge.api), { mode: 0o600 })
    git(lab, 'switch', '-qc', 'explore/test')
    const type = typistIn(lab)
    expect(await type('furrow explore start "Which authentication?"')).toContain('Current State: Active Research')
    for (const topic of ['OAuth 2.0 flows', 'JWT structure', 'Sessions'])
      await type(`furrow agent task create "${topic}"`)
    await type('furrow agent task update 001 --status in_progress')
    lab.write('.sow/project/findings/oauth-notes.md', '# Notes\n\nThe device flow.\n')
    await type('furrow agent artifact add project/findings/oauth-notes.md')
    await type('furrow agent task update 001 --refs project/findings/oauth-notes.md')
    await type('furrow agent task update 001 --status completed')
    await type('furrow agent task update 002 --status completed')
    await type('furrow agent task update 003 --status abandoned --reason "not relevant"')
    expect(await type('furrow agent advance')).toContain('Current State: Summarizing Findings')
    write(lab, names)
    for (const name of names) await type(`furrow agent artifact add project/${name}`)
    for (const name of names) expect(await type(`furrow agent artifact approve project/${name}`)).toContain('approved')
    expect(await type('furrow agent complete')).toContain('Finalization Tasks')
    expect(await type('furrow agent finalize --plan')).toContain(target)
    expect(await type('furrow agent finalize --apply')).toContain('https://forge.test/team/shop/pull/1')
    expect(await type('furrow agent complete')).toContain('Current State: Completed')
    expectPublished(lab, bare)
    expect(forge.complaints).toEqual([])
    expect(forge.opened).toMatchObject([
      { head: 'explore/test', base: 'main', title: 'Exploration: Which authentication?' },
    ])
    expect(forge.opened[0]?.body).toContain(`](../blob/explore/test/${target})`)
    await type('furrow agent cleanup')
    expect(lab.list('.sow')).toEqual(['archive', 'knowledge'])
  })

  test('through MCP, with a person at a terminal who approves', async () => {
    await using forge = await startForge()
    await using lab = await openLab()
    const bare = withRemote(lab)
    fs.mkdirSync(lab.home, { recursive: true, mode: 0o700 })
    fs.writeFileSync(path.join(lab.home, 'config.yaml'), forgeConfig(forge.api), { mode: 0o600 })
    git(lab, 'switch', '-qc', 'explore/test')
    await using agent = await agentIn(lab)
    const { call, must } = agent
    expect(await must('exploration_start', { title: 'Which authentication?' })).toMatchObject({ name: 'test' })
    for (const name of ['One', 'Two', 'Three']) await must('exploration_task', { action: 'create', name })
    for (const id of ['001', '002', '003'])
      await must('exploration_task', { action: 'update', id, status: 'completed' })
    await must('exploration_advance', { action: 'advance' })
    expect(await call('exploration_task', { action: 'create', name: 'Four' })).toMatchObject({ isError: true })
    write(lab, names)
    for (const name of names) await must('exploration_artifact', { action: 'add', path: name })
    const refused = await call('exploration_artifact', { action: 'approve', path: 'summary.md' })
    expect(refused).toMatchObject({ isError: true, value: { error: { code: 'needs_person' } } })
    expect(await call('exploration_advance', { action: 'complete' })).toMatchObject({ isError: true })
    const type = typistIn(lab)
    for (const name of names) await type(`furrow agent artifact approve ${name}`)
    await must('exploration_advance', { action: 'complete' })
    await must('exploration_finalize', { action: 'finalize', apply: true })
    expect(await must('exploration_advance', { action: 'complete' })).toMatchObject({ state: 'Completed' })
    expectPublished(lab, bare)
    expect(forge.opened).toHaveLength(1)
    await must('exploration_finalize', { action: 'cleanup' })
    expect((await must('exploration_status', { action: 'list' }))['projects']).toMatchObject([{ where: 'archive' }])
  })
})

test('a script that knows nothing but the brief finishes the exploration', async () => {
  await using lab = await openLab()
  withRemote(lab, path.join(path.dirname(lab.root), 'remote.git'))
  const type = typistIn(lab)
  const attempt = typistIn(lab, [0, 4])
  const states: string[] = []
  await type('furrow explore start "How could we add single sign-on?"')
  for (let step = 0; step < 20; step += 1) {
    const brief = (await lab.call('exploration.brief', {})).text
    const [, state = ''] = /^- State: (\w+)/m.exec(brief) ?? []
    if (states.at(-1) !== state) states.push(state)
    const [, next = ''] = /## Next Steps[\s\S]*?```bash\n(.+)\n```/.exec(brief) ?? []
    expect(next, brief).toMatch(/^furrow /)
    const isWritten = fs.existsSync(path.join(lab.root, '.sow/project/summary.md'))
    if (next === 'furrow explore finish' && !isWritten) lab.write('.sow/project/summary.md', '# Sign-on\n\nOIDC.\n')
    if ((await attempt(next)).includes('is finished')) break
  }
  expect(states).toEqual(['Active', 'Summarizing'])
  expect(lab.list('.sow')).toEqual(['archive', 'knowledge'])
})

test('two agents in processes of their own that update different topics at once lose nothing', async () => {
  await using lab = await openLab()
  const ids = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(3, '0'))
  await lab.call('exploration.start', { title: 'Why?' })
  for (const id of ids) await lab.call('exploration.task_create', { name: `Topic ${id}` })
  await using first = await agentIn(lab)
  await using second = await agentIn(lab)
  await Promise.all(
    ids.map((id, index) =>
      (index % 2 === 0 ? first : second).must('exploration_task', {
        action: 'update',
        id,
        status: 'completed',
        outcome: `Answer ${id}`,
      }),
    ),
  )
  const { tasks } = await lab.call('exploration.task_list', {})
  expect(tasks.map(({ status, outcome }) => [status, outcome])).toEqual(ids.map(id => ['completed', `Answer ${id}`]))
  expect((await lab.call('exploration.log', { limit: 1 })).events).toMatchObject([{ seq: 25 }])
})

test('every command that a brief names exists, and parses', async () => {
  await using lab = await openLab()
  const type = typistIn(lab)
  await type('furrow explore start "Why?"')
  const seen = new Set<string>()
  const look = async () => {
    const { text } = await lab.call('exploration.brief', {})
    for (const [, command = ''] of text.matchAll(/(?:`|^)(furrow [^`\n]+)(?:`|$)/gm)) seen.add(command)
  }
  await look()
  await lab.call('exploration.task_create', { name: 'One' })
  await look()
  await lab.call('exploration.task_update', { id: '001', status: 'completed' })
  await look()
  await lab.call('exploration.advance', {})
  await look()
  await lab.call('artifact.new', { kind: 'summary' })
  await look()
  lab.write('.sow/project/summary.md', '# Why\n\nBecause.\n')
  await lab.call('artifact.approve', { path: 'summary.md' })
  await lab.call('exploration.complete', {})
  await look()
  expect(seen.size).toBeGreaterThan(12)
  for (const command of seen) await type(`${command} --help`)
})

test('the commands for people do the same as the verbs for agents', async () => {
  await using lab = await openLab()
  const type = typistIn(lab)
  await type('furrow explore start "Why?"')
  await type('furrow explore topic "One" --question "Which?"')
  lab.write('.sow/project/notes.md', 'Notes.\n')
  await type('furrow explore finding notes.md --task 001')
  await type('furrow explore update 001 --status completed')
  await type('furrow explore note "Keep it." --kind decision')
  await type('furrow explore advance')
  lab.write('.sow/project/summary.md', '# Sum\n')
  await type('furrow explore summary summary.md')
  await type('furrow agent artifact approve summary.md')
  await type('furrow explore complete')
  expect(await type('furrow explore status')).toContain('Finalizing')
  expect(await type('furrow explore brief')).toContain('Keep it.')
  expect(await type('furrow explore graph --format dot')).toContain('digraph')
  expect((await lab.call('artifact.list', {})).artifacts.map(({ path: file, kind }) => [file, kind])).toEqual([
    ['notes.md', 'finding'],
    ['summary.md', 'summary'],
  ])
  expect(await type('furrow status')).toContain('Exploration')
  expect(await type('furrow next')).toContain('furrow explore finish')
  git(lab, 'config', 'user.name', 'Maintainer')
  git(lab, 'config', 'user.email', 'maintainer@example.org')
  expect(await type('furrow explore finish')).toContain('is finished')
})
