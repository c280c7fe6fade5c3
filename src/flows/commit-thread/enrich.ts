import { launchAgent } from '../../agents/launch.ts'
import { fenced } from '../../ask/answer/extract.ts'
import { hasAgent } from '../../ask/answer/synthesize.ts'
import { placeOf } from '../../ask/threads/place.ts'
import { renderThread } from '../../ask/threads/render.ts'
import { requireThread } from '../../ask/threads/shelf.ts'
import type { Made } from '../../lifecycle/targets.ts'
import { isRefused } from '../../operation/errors.ts'
import type { Call } from '../../workspace/call.ts'
import { filesAt } from '../../workspace/files.ts'
import { guideText } from '../../workspace/guides/text.ts'

const MOST_THREAD = 100_000

interface Enriching {
  readonly name: string
  readonly id: string
  readonly made: Made
}

/** Lets the person's agent work on the draft, in a worktree of its own; the card is there whether it can or not. */
export async function enrich(
  call: Call,
  { name, id, made }: Enriching,
): Promise<{ run_id?: string; problem?: string }> {
  if (!hasAgent(call)) return {}
  const place = placeOf(call, name)
  const thread = renderThread(requireThread(filesAt(place.root), place, id)).slice(0, MOST_THREAD)
  const guide = (await guideText({ file: 'blocks/ask-enrich.md' })).trim()
  const told = guide.replaceAll('{{target}}', made.target).replaceAll('{{ref}}', made.ref)
  try {
    const run = await launchAgent(call, {
      key: `thread-commit:${id}:${made.ref}`,
      kind: 'enrich',
      target: made.ref,
      label: `Draft: ${made.title}`,
      prompt: `${told}\n\n${fenced(thread, 'markdown')}`,
      profile: 'write',
      origin: `thread:${name}/${id}`,
    })
    return { run_id: run.id }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { problem: `The draft stays as it is: ${error.message}` }
  }
}
