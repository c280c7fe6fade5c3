import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bundle } from '../support/bundle.ts'
import { answering, type Reach, runCli, runTty, shellTty } from '../support/cli.ts'

// The door with operations of every shape behind it: real processes, real terminals, real signals.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'furrow-cli-'))
const lab = {
  root: folder,
  env: { PATH: process.env.PATH ?? '', HOME: folder, FURROW_HOME: path.join(folder, 'home') },
}
let program = ''
beforeAll(async () => {
  program = await bundle(path.join(import.meta.dirname, '../support/demo-bin.ts'), folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const run = (argv: readonly string[], more: Parameters<typeof runCli>[2] = {}) =>
  runCli(lab, argv, { program, ...more })
const tty = (argv: readonly string[], more: Parameters<typeof runTty>[2] = {}) =>
  runTty(lab, argv, { program, ...more })
const parsed = (text: string) => JSON.parse(text) as { error?: { code: string }; input?: unknown; actor?: unknown }

test('--json prints one document on stdout and nothing on stderr', async () => {
  const { code, stdout, stderr } = await run(['demo', 'echo', 'a', '--json'])
  expect(parsed(stdout).input).toEqual({ id: 'a' })
  expect([code, stderr]).toEqual([0, ''])
})

test('--json prints a failure as one document too, with the exit code of its kind', async () => {
  const { code, stdout, stderr } = await run(['demo', 'stuck', '--json'])
  expect(parsed(stdout).error).toMatchObject({ code: 'blocked', details: { reasons: [{}, {}] } })
  expect([code, stderr]).toEqual([4, ''])
})

test('a failure goes to stderr with every reason, stdout stays empty', async () => {
  const { code, stdout, stderr } = await run(['demo', 'stuck'])
  expect(stderr).toBe(
    'blocked  first is still at tasks.\n  fix    furrow demo wipe first\nblocked  second is still at spec.\n  fix    furrow demo wipe second\n',
  )
  expect([code, stdout]).toEqual([4, ''])
})

test('--json comes out as one document whatever is wrong with the command line', async () => {
  for (const argv of [['demo'], ['demo', 'ecko'], ['nope'], ['demo', 'echo', '--nope'], ['demo', 'echo']]) {
    const { code, stdout } = await run([...argv, '--json'])
    expect(parsed(stdout).error?.code).toBe('usage')
    expect(code).toBe(2)
  }
})

test('a bug is one short message, its stack only for who debugs', async () => {
  const short = await run(['demo', 'bug'])
  expect(short).toMatchObject({ code: 1, stdout: '' })
  expect(short.stderr).toContain('internal  it broke')
  expect(short.stderr).not.toContain('demo.ts')
  const { stderr } = await run(['demo', 'bug'], { env: { FURROW_DEBUG: '1' } })
  expect(stderr).toMatch(/TypeError: it broke\n +at /)
})

test('a bug under --json is a document with the code internal', async () => {
  const { stdout, code } = await run(['demo', 'bug', '--json'])
  expect(parsed(stdout).error?.code).toBe('internal')
  expect(code).toBe(1)
})

test('the text comes from stdin, from a file, or as it stands', async () => {
  fs.writeFileSync(path.join(folder, 'note.md'), '# from a file\n')
  const text = async (typed: string, input = '') =>
    parsed((await run(['demo', 'write', 'note', '--text', typed, '--json'], { input })).stdout).input
  expect(await text('-', 'from stdin\n')).toEqual({ kind: 'note', text: 'from stdin\n' })
  expect(await text('@note.md')).toEqual({ kind: 'note', text: '# from a file\n' })
  expect(await text('@@note.md')).toEqual({ kind: 'note', text: '@note.md' })
  expect(await text('plain')).toEqual({ kind: 'note', text: 'plain' })
})

test('a file that is not there, or is no text, is named', async () => {
  fs.writeFileSync(path.join(folder, 'binary'), Buffer.from([0xff, 0xfe, 0x00]))
  expect(await run(['demo', 'write', 'note', '--text', '@gone.md'])).toMatchObject({ code: 3 })
  const { code, stderr } = await run(['demo', 'write', 'note', '--text', '@binary'])
  expect(code).toBe(2)
  expect(stderr).toContain('binary is not UTF-8 text')
})

test('without a terminal a missing field is a usage error that names it', async () => {
  const { code, stderr } = await run(['demo', 'write'])
  expect(code).toBe(2)
  expect(stderr).toContain('furrow demo write needs <kind> and --text.')
})

test('on a terminal missing fields are asked for', async () => {
  const watch = answering(['kind', '\u001b[B\r'], ['--text', 'dear you\r'])
  const { stdout, code } = await tty(['demo', 'write'], { watch })
  expect(stdout).toContain('{"kind":"letter","text":"dear you"}')
  expect(code).toBe(0)
})

test('an answer that does not fit is asked for again', async () => {
  const watch = answering(['<id>', '\r'], ['It is required.', 'a\r'])
  const { stdout } = await tty(['demo', 'echo'], { watch })
  expect(stdout).toContain('"input":{"id":"a"}')
})

test('a missing text is written in the editor', async () => {
  const editor = path.join(folder, 'editor.sh')
  fs.writeFileSync(editor, '#!/bin/sh\necho "written in $(basename "$1")" > "$1"\n', { mode: 0o755 })
  const { stdout, code } = await tty(['demo', 'write', 'note'], { env: { EDITOR: editor } })
  expect(stdout).toContain('"text":"written in text.md\\n"')
  expect(code).toBe(0)
})

test('an editor left empty takes the command back', async () => {
  const { stdout, code } = await tty(['demo', 'write', 'note'], { env: { EDITOR: 'true' } })
  expect(stdout).toContain('text was left empty; nothing was done.')
  expect(code).toBe(1)
})

test('Ctrl-C at a question ends with 130', async () => {
  const { code } = await tty(['demo', 'write'], { watch: answering(['kind', '\u0003']) })
  expect(code).toBe(130)
})

test('what cannot be undone is asked about on a terminal', async () => {
  const yes = await tty(['demo', 'wipe', 'all'], { watch: answering(['Go on?', 'y']) })
  expect(yes.stdout).toContain('"name":"demo.wipe"')
  const no = await tty(['demo', 'wipe', 'all'], { watch: answering(['Go on?', 'n']) })
  expect(no).toMatchObject({ code: 1, stdout: expect.stringContaining('Nothing was done.') })
})

test('what cannot be undone needs --yes where nobody can be asked, and the fix says so', async () => {
  const refused = await run(['demo', 'wipe', 'all'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('furrow demo wipe all --yes')
  expect((await run(['demo', 'wipe', '--yes', 'all'])).code).toBe(0)
})

test('--json never asks', async () => {
  const { stdout, code } = await tty(['demo', 'wipe', 'all', '--json'])
  expect(stdout).toContain('"code": "usage"')
  expect(code).toBe(2)
})

test('what has a preview shows it before it asks', async () => {
  const { stdout } = await tty(['demo', 'decide'], { watch: answering(['Go on?', 'y']) })
  expect(stdout.indexOf('Peek')).toBeGreaterThanOrEqual(0)
  expect(stdout.indexOf('Peek')).toBeLessThan(stdout.indexOf('Go on?'))
  expect(stdout).toContain('"name":"demo.decide"')
})

test('--yes skips the question, neither the preview nor the person', async () => {
  const { stdout } = await tty(['demo', 'decide', '--yes'])
  expect(stdout).toContain('Peek')
  expect(stdout).not.toContain('Go on?')
  expect(stdout).toContain('"kind":"person"')
  const script = await run(['demo', 'decide', '--yes', '--json'])
  expect(parsed(script.stdout).actor).toEqual({ kind: 'agent', id: 'script', door: 'cli' })
})

test('a person is whoever sits at the terminal, unless an agent or a run does', async () => {
  const actor = async (env: Record<string, string>) => (await tty(['demo', 'echo', 'a'], { env })).stdout
  expect(await actor({})).toContain('"actor":{"kind":"person","id":"person","door":"cli"}')
  expect(await actor({ CLAUDECODE: '1' })).toContain('"id":"claude-code"')
  expect(await actor({ FURROW_RUN_ID: 'r1' })).toContain('"id":"run:r1"')
})

test('a person may pipe a value; a script that has no terminal stays one', async () => {
  const line = `echo secret | '${process.execPath}' '${program}' demo write note --text - --json`
  expect((await shellTty(lab, line)).stdout).toContain('"kind": "person"')
  const { stdout } = await run(['demo', 'write', 'note', '--text', '-', '--json'], { input: 'secret' })
  expect(parsed(stdout).actor).toMatchObject({ id: 'script' })
})

test('a terminal gets colours and layout, unless NO_COLOR or a dumb terminal', async () => {
  const peek = async (env: Record<string, string>) => (await tty(['demo', 'peek'], { env })).stdout
  expect(await peek({})).toContain('\u001b[1mPeek\u001b[22m')
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const shown = await peek(env)
    expect(shown).not.toContain('\u001b')
    expect(shown).toContain('nothing yet')
  }
})

test('a pipe gets the markdown as it is, or colours when they are forced', async () => {
  expect((await run(['demo', 'peek'])).stdout).toBe('# Peek\n\n**nothing** yet\n')
  expect((await run(['demo', 'peek'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001b[1mPeek')
})

test('a terminal never gets control or turning characters of an answer', async () => {
  const { stdout } = await tty(['demo', 'evil'], { env: { NO_COLOR: '1' } })
  expect(stdout).toContain('a␛[31mred␛[0m <U+202E>gnp.exe ␇ x<U+009B>2J')
  expect(stdout).not.toMatch(/[\u001b\u202e\u009b\u0007]/)
})

test('long work shows its progress on a terminal and wipes it away', async () => {
  const watch = interruptWhen('counting')
  const { stdout, code } = await tty(['demo', 'slow'], { watch })
  expect(stdout).toMatch(/\[-+\] \d+\/1000 counting/)
  expect(stdout).toContain('\r\u001b[2K')
  expect(code).toBe(130)
})

test('Ctrl-C asks the work to stop and ends with 130', async () => {
  const { stdout, code } = await tty(['demo', 'slow'], { watch: interruptWhen('counting'), env: { NO_COLOR: '1' } })
  expect(stdout).toContain('cancelled  demo.slow was cancelled.')
  expect(code).toBe(130)
})

test('a second Ctrl-C does not wait for work that does not listen', async () => {
  const watch = answering(['still deaf', '\u0003'], ['heard and ignored', '\u0003'])
  expect(await tty(['demo', 'deaf'], { watch })).toMatchObject({ code: 130 })
})

test('progress is nothing where nobody looks, and SIGTERM stops the work too', async () => {
  const begun = path.join(folder, 'slow-has-begun')
  fs.rmSync(begun, { force: true })
  const onStart = async (child: Reach) => {
    await vi.waitFor(() => expect(fs.existsSync(begun)).toBe(true), { timeout: 60_000 })
    child.kill('SIGTERM')
  }
  const { stderr, code, stdout } = await run(['demo', 'slow'], { onStart })
  expect(stderr).toBe('cancelled  demo.slow was cancelled.\n')
  expect([code, stdout]).toEqual([143, ''])
})

test('a reader that leaves early is no error', async () => {
  const line = `'${process.execPath}' '${program}' demo echo a --json 2>err.txt | true; cat err.txt`
  const { stdout } = await shellTty(lab, line)
  expect(stdout).toBe('')
})

test('call takes any operation with JSON from the line, a file or stdin', async () => {
  fs.writeFileSync(path.join(folder, 'input.json'), '{"id":"f"}')
  const call = async (typed: string, input = '') =>
    parsed((await run(['call', 'demo.echo', '--input', typed, '--json'], { input })).stdout).input
  expect(await call('{"id":"a"}')).toEqual({ id: 'a' })
  expect(await call('@input.json')).toEqual({ id: 'f' })
  expect(await call('-', '{"id":"s"}')).toEqual({ id: 's' })
})

test('call refuses what is not JSON', async () => {
  const { code, stderr } = await run(['call', 'demo.echo', '--input', '{id:1}'])
  expect(code).toBe(2)
  expect(stderr).toContain('--input is not JSON')
})

function interruptWhen(shown: string) {
  let done = false
  return (printed: string, child: Reach) => {
    if (done || !printed.includes(shown)) return
    done = true
    child.type('\u0003')
  }
}
