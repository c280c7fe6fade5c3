import { projectNameIn } from '../../memory/projects/identity.ts'
import { learningsIn } from '../../memory/text/key-learnings.ts'
import { slug } from '../../operation/names/naming.ts'
import type { Call } from '../../workspace/call.ts'
import { openWork } from '../status/open-work.ts'
import type { HookAnswer } from './model.ts'

const MOST_CHARACTERS = 6000
const MOST_FILES = 50

interface CompactedSession {
  readonly session?: string | undefined
  readonly texts: readonly string[]
  readonly files: readonly string[]
}

/** Before the context is folded, what was learned and where the work stands go to memory. */
export async function beforeCompact(call: Call, session: CompactedSession): Promise<HookAnswer> {
  const learned = [...new Set(session.texts.flatMap(text => learningsIn(text)?.items ?? []))]
  const saved = (await saveLearnings(call, session, learned)) + (await saveSummary(call, session))
  if (saved === 0) return { action: 'none', saved }
  return { action: 'warn', text: `Furrow kept ${saved} record${saved === 1 ? '' : 's'} of this session.`, saved }
}

async function saveLearnings(call: Call, { session }: CompactedSession, learned: readonly string[]): Promise<number> {
  if (learned.length === 0) return 0
  const content = ['## Key Learnings', ...learned.map((item, index) => `${index + 1}. ${item}`)].join('\n')
  const outcome = await call.perform('memory.save', { content, save_type: 'passive', ...sessionId(session) })
  return outcome.ok ? Number((outcome.value as { saved?: number }).saved ?? 0) : 0
}

/** One record per session, brought up to date at every compaction. */
async function saveSummary(call: Call, { session, texts, files }: CompactedSession): Promise<number> {
  const last = texts.at(-1)
  if (last === undefined) return 0
  const { work } = openWork(call)
  const content = [
    ...(work === undefined ? [] : [`Change ${work.id}, at ${work.stage}.`, '']),
    last.slice(-MOST_CHARACTERS),
    ...(files.length === 0 ? [] : ['', `Files: ${files.slice(0, MOST_FILES).join(', ')}`]),
  ].join('\n')
  const name = slug(session ?? 'last', { fallback: 'last' })
  const outcome = await call.perform('memory.save', {
    title: `Session ${name} before compaction`,
    type: 'session_summary',
    content,
    topic_key: `session/${slug(await projectNameIn(call), { fallback: 'project' })}/${name}`,
    ...sessionId(session),
  })
  return outcome.ok ? 1 : 0
}

function sessionId(session: string | undefined): { session_id?: string } {
  return session === undefined ? {} : { session_id: slug(session, { fallback: 'session' }) }
}
