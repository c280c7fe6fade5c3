import { settleTurns } from '../../ask/answer/settle.ts'
import { changeThread, editThreads } from '../../ask/threads/edit.ts'
import type { Thread } from '../../ask/threads/model.ts'
import { renderThread } from '../../ask/threads/render-thread.ts'
import { requireThread } from '../../ask/threads/thread-files.ts'
import { threadFolderOf } from '../../ask/threads/thread-folder.ts'
import { threadTitleOf } from '../../ask/threads/title.ts'
import { boardTargets, type CreatedCard } from '../../board/board-targets.ts'
import type { InputOf } from '../../operation/contract.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { type Call, implement } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/workspace-files.ts'
import { enrich } from '../enrich/enrich.ts'
import * as contracts from './contracts.ts'
import { draftOf } from './draft.ts'

type CommitInput = InputOf<typeof contracts.commit>

/** The card is there at once, with all that the thread knows; an agent may make more of it afterwards. */
export const commit = implement(() => contracts.commit, {
  async run(call, asked) {
    const made = await make(call, asked)
    const more = asked.enrich ? await enrich(call, { made, ...toldIn(call, asked) }) : {}
    return { thread_id: asked.id, committed_to: made.ref, made, ...more }
  },
  render: ({ made, run_id, problem }) =>
    [
      `**${made.title}** is the ${made.target} ${made.id}.`,
      ...(run_id === undefined ? [] : [`An agent works on its draft: ${shell`furrow runs watch ${run_id}`}`]),
      ...(problem === undefined ? [] : [problem]),
    ].join('\n\n'),
})

/** One commit for both: there is no card that its thread does not know, and no thread that names a card that is not. */
async function make(call: Call, { name, id, target, title, description, feature }: CommitInput): Promise<CreatedCard> {
  const board = await call.port(boardTargets)
  const place = threadFolderOf(call, name)
  // Answers that have come meanwhile belong into the draft.
  await settleTurns(call, requireThread(filesAt(place.root), place, id))
  return editThreads(call, { tool: name }, section => {
    const thread = requireThread(section.tx, section.place, id)
    if (thread.turns.length === 0) throw nothingAsked(thread)
    const called = title?.trim() || threadTitleOf(thread)
    const made = board.createIn(section.base, {
      target,
      title: called,
      text: draftOf(thread, { title: called, why: description?.trim() || thread.turns[0]?.question.trim() || '' }),
      origin: `thread:${thread.tool_name}/${id}`,
      ...(feature !== undefined && { feature }),
    })
    changeThread(section, id, now => ({
      ...now,
      updated_at: section.at,
      committed_to: made.ref,
      commits: [...now.commits, { target: made.ref, at: section.at }],
    }))
    section.base.describe(`made ${made.ref} of the thread ${threadTitleOf(thread)}`)
    return made
  })
}

function toldIn(call: Call, { name, id }: CommitInput) {
  const place = threadFolderOf(call, name)
  const text = renderThread(requireThread(filesAt(place.root), place, id))
  const origin = `thread:${name}/${id}`
  return { origin, data: [{ origin, text }] }
}

function nothingAsked(thread: Thread) {
  return refuse(
    'invalid_state',
    `Nothing was asked in ${threadTitleOf(thread)} yet, so there is nothing to make of it.`,
    {
      target: thread.id,
      fix: shell`furrow ask "What is this about?" --thread ${thread.id}`,
    },
  )
}
