import fs from 'node:fs'
import { refuse } from '../../operation/errors.ts'
import type { AgentRun } from '../../runs/model.ts'
import { type AgentPart, isOver, type Run } from '../../runs/model.ts'
import { changeRun, findRun } from '../../runs/record/records.ts'
import { publishRunEvent } from '../../runs/watch/announce-run.ts'
import { type ShellText, shell } from '../../shared/shell/shell.ts'
import { commitAt } from '../../store/git/git-write.ts'
import { type Call, implement } from '../../workspace/call.ts'
import * as contracts from '../contracts.ts'
import { agentRun } from '../follow.ts'
import { announcePermissions } from '../session/note.ts'
import { applyBetween } from './apply.ts'
import { RESULTS, removePlace, SNAPSHOTS } from './place.ts'
import { restoreBefore } from './restore.ts'
import { type ChangedFile, changedFiles, patchBetween, resultOf } from './result.ts'
import { commitTree } from './snapshot.ts'
import { verifyObjects } from './verify-objects.ts'

export const diff = implement(() => contracts.diff, {
  async run(call, { id }) {
    const run = await agentRun(call, id)
    const { base, commit, tree, leftOut } = await resultOf(call, run)
    await verifyObjects(call, [[base, commit]])
    const { text, cut } = await patchBetween(call, base, commit)
    const files = (await changedFiles(call, base, commit)).map(shown)
    const whole = shell`git diff --no-ext-diff --no-textconv --no-color --submodule=short ${base} ${commit}`
    return { run, result: tree, files, left_out: [...leftOut], diff: text, cut, ...(cut && { whole }) }
  },
  render: ({ run, result, files, left_out, diff, whole }) =>
    files.length === 0
      ? [`The run ${run.id} has changed nothing.`, ...leftOutLine(left_out)].join('\n')
      : [
          ...leftOutLine(left_out),
          ...(whole === undefined ? [] : cutLines(files, whole)),
          `To merge ${whole === undefined ? 'exactly this' : 'all of it'}: ${shell`furrow runs merge ${run.id} --result ${result}`}`,
          `\n${diff}`,
        ].join('\n'),
})

/** Every file by its name, since the text below shows some of them in part. */
function cutLines(files: readonly Pick<ChangedFile, 'path' | 'change'>[], whole: ShellText): string[] {
  return [
    `${count(files)}, too long to be shown whole; long files are cut below. All of it: ${whole}`,
    ...files.map(({ path, change }) => `  ${change} ${oneLine(path)}`),
    '',
  ]
}

/** A name may hold a line break, and would look like another line. */
function oneLine(name: string): string {
  return /[\p{Cc}\p{Cf}"]/u.test(name) ? JSON.stringify(name) : name
}

export const merge = implement(() => contracts.merge, {
  async run(call, { id, result: seen }) {
    const told = await toldAlready(call, id, 'merged')
    if (told !== undefined) return told
    const run = await decidable(call, id, ['open', 'discarded', 'undone'])
    const result = await resultOf(call, run, { keep: true })
    if (seen !== undefined && seen !== result.tree) throw changedSince(id, result.tree)
    const files = await applyBetween(call, {
      base: result.base,
      theirs: result.commit,
      worktree: run.agent.worktree,
      summary: `merged what the agent run ${id} has changed`,
      onConflict: paths => conflict(id, paths),
      applied: (before, after) => keepMerged(call, id, { before, after }),
    })
    return settle(call, run, { changes: 'merged', files })
  },
  render: ({ run, files }) =>
    `${count(files)} of the run ${run.id} are in your worktree: ${shell`furrow runs undo ${run.id}`}`,
})

function leftOutLine(names: readonly string[]): string[] {
  return names.length === 0
    ? []
    : [`Not in the result, since only files, folders and links can be: ${names.join(', ')}`]
}

function changedSince(id: string, result: string) {
  return refuse('conflict', `The run ${id} has another result than the one you saw; nothing was written. Look again.`, {
    target: id,
    fix: shell`furrow runs diff ${id}`,
    details: { result },
  })
}

/**
 * What undoing it needs. Where all of it is in the worktree and was kept before, whoever merged it did not live to say
 * so: the tree before that merge is what an undo goes back to, not the one that is there now.
 */
async function keepMerged(call: Call, id: string, { before, after }: { before: string; after: string }): Promise<void> {
  const [earlier, merged] = [`${SNAPSHOTS}/${id}.merge`, `${RESULTS}/${id}.merged`]
  const { root } = call.workspace
  const options = { env: call.env }
  if (before === after && (await commitAt(root, merged, options)) !== undefined) return
  await commitTree(root, { tree: before, message: `Before ${id} was merged`, ref: earlier }, options)
  await commitTree(root, { tree: after, message: `${id} merged`, ref: merged }, options)
}

export const discard = implement(() => contracts.discard, {
  async run(call, { id }) {
    const told = await toldAlready(call, id, 'discarded')
    if (told !== undefined) return told
    const run = await decidable(call, id, ['open', 'none'])
    const { base, commit } = await resultOf(call, run, { keep: true })
    return settle(call, run, { changes: 'discarded', files: await changedFiles(call, base, commit) })
  },
  render: ({ run, files }) => `${count(files)} of the run ${run.id} are discarded.`,
})

export const undo = implement(() => contracts.undo, {
  async run(call, { id }) {
    const run = await decidable(call, id, ['merged'])
    const files = await restoreBefore(call, {
      before: await kept(call, `${SNAPSHOTS}/${id}.merge`),
      merged: await kept(call, `${RESULTS}/${id}.merged`),
      summary: `took back what the agent run ${id} had changed`,
      onConflict: paths => conflict(id, paths),
    })
    return settle(call, run, { changes: 'undone', files })
  },
  render: ({ run, files }) => `${count(files)} of the run ${run.id} are as they were before.`,
})

/** Whoever decided it did not live to remove the worktree: that is what is left to do. */
async function toldAlready(call: Call, id: string, changes: WorktreeDecision['changes']) {
  const run = await agentRun(call, id)
  const { worktree } = run.agent
  if (!isOver(run) || run.agent.changes !== changes || worktree === undefined || !fs.existsSync(worktree))
    return undefined
  const { base, commit } = await resultOf(call, { ...run, agent: { ...run.agent, worktree: undefined } })
  removePlace(call, worktree)
  return { run, files: (await changedFiles(call, base, commit)).map(shown) }
}

/** Refused while it goes on, and where nothing is left to decide. */
async function decidable(call: Call, id: string, from: readonly AgentPart['changes'][]): Promise<AgentRun> {
  const run = await agentRun(call, id)
  if (!isOver(run))
    throw refuse('invalid_state', `The run ${id} goes on (${run.status}).`, {
      target: id,
      fix: shell`furrow runs stop ${id}`,
    })
  if (from.includes(run.agent.changes)) return run
  const state = run.agent.changes ?? 'none: it only reads'
  throw refuse('invalid_state', `The changes of the run ${id} are ${state}.`, {
    target: id,
    fix: shell`furrow runs show ${id}`,
  })
}

interface WorktreeDecision {
  readonly changes: NonNullable<AgentPart['changes']>
  readonly files: readonly ChangedFile[]
}

/** The record says what was decided, for the runs whose session it went on with too; then the worktree goes. */
async function settle(call: Call, run: AgentRun, { changes, files }: WorktreeDecision) {
  await call.store.exclusively(() => {
    for (const id of chainOf(call, run)) changeRun(call, id, now => decided(now, changes))
  })
  publishRunEvent(call, run.id)
  announcePermissions(call, run.id)
  if (run.agent.worktree !== undefined) removePlace(call, run.agent.worktree)
  return { run: decided(run, changes), files: files.map(shown) }
}

function chainOf(call: Call, run: Run): string[] {
  const before = run.agent?.resumes === undefined ? undefined : findRun(call, run.agent.resumes)
  return [run.id, ...(before === undefined ? [] : chainOf(call, before))]
}

function decided(run: Run, changes: NonNullable<AgentPart['changes']>): Run {
  return run.agent === undefined ? run : { ...run, agent: { ...run.agent, changes } }
}

async function kept(call: Call, ref: string): Promise<string> {
  const commit = await commitAt(call.workspace.root, ref, { env: call.env })
  if (commit !== undefined) return commit
  throw refuse('not_found', `There is no ${ref} any more: somebody removed it.`, {
    target: ref,
    fix: shell`furrow log`,
  })
}

/** Its changes beside theirs are what a person needs to take either back by hand. */
function conflict(id: string, paths: readonly string[]) {
  const named = paths.slice(0, 5).join(', ')
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  return refuse('conflict', `You and the run ${id} changed the same lines of ${named}${more}; nothing was written.`, {
    target: paths[0] ?? id,
    fix: shell`furrow runs diff ${id}`,
    details: { files: paths },
  })
}

function shown({ path, change }: ChangedFile) {
  return { path, change }
}

function count(files: readonly unknown[]): string {
  return files.length === 1 ? 'The changes to 1 file' : `The changes to ${files.length} files`
}
