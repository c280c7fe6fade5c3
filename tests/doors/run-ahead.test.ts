import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { bin, type Lab, openLab } from '../lab.ts'
import { runCli } from '../support/cli.ts'
import { bareTool, trustedTool, writeTool } from '../support/tools.ts'

// `furrow run` begins the process of a tool while it still looks for the tool.

test('a tool runs in the process that was begun ahead, with its own input', async () => {
  await using lab = await openLab()
  await trustedTool(
    lab,
    'echo',
    { input_schema: WHO },
    `print({ ok: true, data: { who: input.who, at: process.cwd() } })`,
  )
  const { code, stdout } = await runCli(lab, ['run', 'echo', '--who', 'you', '--json'])
  expect(code).toBe(0)
  const { data, interaction_id: id } = JSON.parse(stdout)
  expect(data).toEqual({ who: 'you', at: lab.root })
  expect(await lab.call('run.show', { id })).toMatchObject({ status: 'succeeded', contained: true })
})

test('a name that is no tool is refused, and what was begun for it is ended', async () => {
  await using lab = await openLab()
  await trustedTool(lab, 'echo', {}, `print({ ok: true })`)
  const { code, stderr } = await runCli(lab, ['run', 'nothing-like-it'])
  expect(code).not.toBe(0)
  expect(stderr).toContain('There is no tool nothing-like-it')
  expect(processesIn(lab)).toEqual([])
})

test('where nothing is trusted, no process is begun for a tool', async () => {
  await using lab = await openLab()
  writeTool(lab, 'echo', bareTool({}, `print({ ok: true })`))
  const trace = path.join(path.dirname(lab.root), 'trace')
  const traced = ['-f', '-qq', '-e', 'trace=execve', '-o', trace, process.execPath, bin, 'run', 'echo']
  expect(() => execFileSync('strace', traced, { cwd: lab.root, env: lab.env, stdio: 'pipe' })).toThrow()
  // What the system can contain is tried with programs of the system; the only Node is the command itself.
  const started = [...fs.readFileSync(trace, 'utf8').matchAll(/execve\("([^"]+)"/g)].map(([, program]) => program)
  expect(started.filter(program => program === process.execPath)).toHaveLength(1)
})

const WHO = { type: 'object', properties: { who: { type: 'string' } } }

/** The processes whose working folder is that of the lab. */
function processesIn({ root }: Lab): string[] {
  return fs.readdirSync('/proc').filter(pid => /^\d+$/.test(pid) && folderOf(pid) === root)
}

/** A process may end while it is looked at. */
function folderOf(pid: string): string | undefined {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
