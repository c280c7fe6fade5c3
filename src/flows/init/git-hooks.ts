import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { shell, shellLine } from '../../shared/shell/shell.ts'
import { settingsAt } from '../../store/git/config/prepare.ts'
import { personalSettings } from '../../store/git/git-run.ts'
import type { Call } from '../../workspace/call.ts'
import { installedBin } from './client-files.ts'
import type { Contribution } from './contributions.ts'
import { sealed } from './edit/marked.ts'
import type { PlannedChange } from './model.ts'

export interface GitHooks {
  readonly contributions: readonly Contribution[]
  /** What could not be set up, because the hooks of this repository belong to something else. */
  readonly kept: readonly PlannedChange[]
}

const HOOKS = ['prepare-commit-msg', 'commit-msg'] as const

/** The hooks that add the trailer. One of a person's own stays as it is; so does a folder that another tool keeps. */
export async function gitHooks(call: Call): Promise<GitHooks> {
  const { gitDir } = call.workspace.repository
  if (gitDir === undefined)
    throw refuse('usage', 'There is no git repository here, so there is no commit to mark.', {
      target: 'git_hooks',
      fix: shell`git init`,
    })
  const elsewhere = await hooksFolder(call)
  if (elsewhere === undefined) return { contributions: HOOKS.map(contribution), kept: [] }
  return { contributions: [], kept: HOOKS.map(hook => keptFor(call.workspace.root, elsewhere, hook)) }
}

function contribution(hook: string): Contribution {
  return {
    kind: 'file',
    root: 'git',
    file: `hooks/${hook}`,
    text: sealed(scriptFor(hook), 'hash'),
    comment: 'hash',
    mode: 0o755,
    note: 'adds the trailer Furrow-Change to commits of a change',
  }
}

/** A commit never fails because of it: without the program, or when the program fails, git goes on. */
function scriptFor(hook: string): string {
  const bin = shellLine([installedBin()])
  return ['#!/bin/sh', `[ -x ${bin} ] || exit 0`, `${bin} hook ${hook} "$@" || exit 0`].join('\n')
}

function keptFor(root: string, folder: string, hook: string): PlannedChange {
  const line = `furrow hook ${hook} "$@"`
  const file = path.join(folder, hook)
  const isThere = fs.existsSync(path.resolve(root, file))
  const note = isThere ? `add the line ${line} to have the trailer` : `does not exist; make it with the line ${line}`
  return { path: file, change: isThere ? 'kept' : 'skipped', diff: '', note }
}

/** `core.hooksPath`, as the person or the repository set it; our own calls of git do not know it. */
async function hooksFolder({ workspace: { root }, env }: Call): Promise<string | undefined> {
  const settings = [...(await personalSettings(root, 'noted', { env })), ...settingsAt(root)]
  const folder = settings.findLast(({ key }) => key === 'core.hookspath')?.value
  return folder === undefined || folder === '' ? undefined : folder
}
