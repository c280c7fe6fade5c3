import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { readCommand } from '../../src/operation/command/command-call.ts'
import type { Failure } from '../../src/operation/errors.ts'
import { shellWords } from '../../src/shared/shell/shell-words.ts'
import { type Lab, person } from '../lab.ts'
import { GIT_ENV } from './explorations.ts'

/** A text for whatever a next step leaves to whoever takes it. */
const TEXT = '# An answer\n\nThe device flow fits, see readme.md line 1.\n'

/** Carries out one command as a person would: a furrow command in this process, a git command as it is. */
export async function carryOut(lab: Lab, command: string): Promise<void> {
  const [program, ...words] = shellWords(command) ?? []
  if (program === 'git') {
    const env = { PATH: process.env['PATH'] ?? '', ...GIT_ENV }
    try {
      execFileSync('git', ['-C', lab.root, ...words], { env, stdio: 'pipe' })
    } catch (error) {
      if (!hasStoppedAtConflict(lab, words)) throw error
    }
    return
  }
  const read = readCommand(lab.app.manifest.operations, command)
  if (read === undefined || read.isHelp) throw new Error(`${command} is no step`)
  const texts = Object.fromEntries(read.needs.map(name => [name, TEXT]))
  const outcome = await lab.app.call(read.entry.name, { ...read.input, ...texts }, { actor: person })
  if (!outcome.ok && !isPushLeft(command, outcome.error))
    throw new Error(`${command} was refused: ${JSON.stringify(outcome.error)}`)
}

/** A pull that cannot be merged by itself leaves the conflict to the next step. */
function hasStoppedAtConflict(lab: Lab, [verb]: readonly string[]): boolean {
  return verb === 'pull' && fs.existsSync(path.join(lab.root, '.git/MERGE_HEAD'))
}

/** Another name was taken and published under; that the push after it failed is what the next step is about. */
function isPushLeft(command: string, { details }: Failure): boolean {
  const reasons = (details?.['reasons'] ?? []) as readonly { readonly code: string }[]
  return command.startsWith('furrow agent finalize --apply --as ') && reasons.some(({ code }) => PUSHES.includes(code))
}

const PUSHES: readonly string[] = ['remote_ahead', 'remote_gone']

/** Follows `furrow next` until nothing of an exploration is left to do; the steps that were taken. */
export async function followNext(lab: Lab, most = 40): Promise<string[]> {
  const taken: string[] = []
  while (taken.length < most) {
    const { state, next } = await lab.call('flow.next', {})
    const terminal = state === 'idle' && (await isOver(lab))
    if (state === 'idle' && !terminal) return taken
    const command = terminal ? 'furrow agent cleanup' : next.command
    taken.push(command)
    await carryOut(lab, command)
    await writeDrafts(lab)
  }
  throw new Error(`no end after ${taken.join(', ')}`)
}

/** Whoever follows writes the documents that were begun. */
async function writeDrafts(lab: Lab): Promise<void> {
  if ((await lab.call('exploration.list', {})).projects.every(({ where }) => where !== 'here')) return
  const { artifacts } = await lab.call('artifact.list', {})
  for (const { file, standing } of artifacts) if (standing === 'unwritten') lab.write(file, TEXT)
}

async function isOver(lab: Lab): Promise<boolean> {
  return (await lab.call('exploration.list', {})).projects.some(({ where, over }) => where === 'here' && over)
}
