import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Remembers } from '../../changes/change-ports.ts'
import { memoryIn, recordOrigin } from '../../memory/open.ts'
import type { CitedFile } from '../../memory/port.ts'
import { projectIn, projectNameIn } from '../../memory/projects/identity.ts'
import { redactPrivate } from '../../memory/text/privacy.ts'
import { slug } from '../../operation/names/naming.ts'
import { dropGuidance } from '../../store/documents/markdown/guidance.ts'
import { revisionOf } from '../../store/files/files.ts'
import { shortHash } from '../../store/files/short-hash.ts'
import type { Call } from '../../workspace/call.ts'
import { filesOf } from '../../workspace/workspace-files.ts'

const MOST_CHARACTERS = 4000

/** Memory as the pipelines use it: decisions under their topic key, updated in place. */
export async function remembersIn(call: Call): Promise<Remembers> {
  const project = await projectNameIn(call)
  return {
    project: () => project,
    remember: record => keep(call, record),
    async supersede({ by, topic_key }) {
      const [replaced] = await under(call, topic_key)
      if (replaced === undefined || replaced.id === by) return
      await memoryIn(call).relate({ from: by, to: replaced.id, type: 'supersedes', note: undefined })
    },
    async reinstate({ topic_key }) {
      const record = (await under(call, topic_key)).find(each => each.topic_key === topic_key)
      const relations = record === undefined ? [] : await memoryIn(call).relationsOf([record.id])
      for (const { id, to, type } of relations)
        if (type === 'supersedes' && to === record?.id) await memoryIn(call).unrelate(id)
    },
    async move({ from, to }) {
      const [[record], [taken]] = [await under(call, from), await under(call, to)]
      if (record?.topic_key !== from || taken !== undefined) return
      await memoryIn(call).update(record.id, { topic_key: to }, recordOrigin(call))
    },
    async below(topic) {
      const rows = await under(call, topic)
      return rows.map(({ id, title, content, topic_key = topic, files }) => ({
        id,
        title,
        content,
        topic_key,
        ...(files !== undefined && { files }),
      }))
    },
  }
}

interface StageRecord {
  readonly title: string
  readonly content: string
  readonly topic_key: string
  readonly files?: readonly CitedFile[]
}

async function keep(call: Call, { title, content, topic_key, files }: StageRecord) {
  const { name, names } = await projectIn(call, undefined, { tells: false })
  const address = { topic_key, project: name, also: names, scope: 'project' as const, namespace: undefined }
  const { observation, action } = await memoryIn(call).upsert(address, () => ({
    ...address,
    session_id: 'furrow',
    type: 'decision',
    title,
    content: redactPrivate(content).text,
    ...(files !== undefined && { files }),
    origin: recordOrigin(call),
  }))
  return { id: observation.id, action: action === 'created' ? ('created' as const) : ('updated' as const) }
}

const MOST_RECORDS = 500

async function under(call: Call, topic: string) {
  const { names } = await projectIn(call, undefined, { tells: false })
  return memoryIn(call).recent({ projects: names, scope: 'project', topic }, { limit: MOST_RECORDS, offset: 0 })
}

/** `started` tells changes with one id apart; what an earlier Furrow left in the outbox has none. */
const Stage = z.object({
  change: z.string(),
  started: z.string().default(''),
  stage: z.string(),
  path: z.string(),
  content: z.string(),
})

/** A finished stage is remembered by its beginning and its place; the artifact itself is the whole text. */
export async function rememberStage(call: Call, payload: unknown): Promise<void> {
  const { change, started, stage, path, content } = Stage.parse(payload)
  const memory = await remembersIn(call)
  const project = slug(memory.project(), { fallback: 'project' })
  const usual = `change/${project}/${change}/${stage}`
  const taken = (await memory.below(usual)).find(each => each.topic_key === usual)
  const isOthers = taken !== undefined && !isOf(taken.content, started)
  await memory.remember({
    title: `${change}: ${stage}`,
    content: `${beginningOf(content, path)}${started === '' ? '' : `\n${STARTED}${started}`}`,
    topic_key: isOthers ? `change/${project}/${ownName(change, started)}/${stage}` : usual,
  })
}

const STARTED = 'Change started: '

/** Changes of two worktrees or copies may have one id; the time when each was started tells their records apart. */
function isOf(content: string, started: string): boolean {
  const said = content.split('\n').findLast(line => line.startsWith(STARTED))
  return said === undefined || started === '' || said === `${STARTED}${started}`
}

function ownName(change: string, started: string): string {
  return `${change}-${shortHash(started).slice(0, 6)}`
}

const Moved = z.object({ change: z.string(), started: z.string().default(''), from: z.string(), to: z.string() })

/** What is remembered of a change and its decisions names their files where they are now. */
export async function relocateChange(call: Call, payload: unknown): Promise<void> {
  const moved = Moved.parse(payload)
  const { names } = await projectIn(call, undefined, { tells: false })
  await relocateStages(call, moved, names)
  for (const name of names) await relocateDecisions(call, moved, `adr/${slug(name, { fallback: 'project' })}`)
}

type RelocatedChange = z.infer<typeof Moved>

async function relocateStages(call: Call, { change, started, from, to }: RelocatedChange, names: readonly string[]) {
  // A project that got another name meanwhile has its earlier records below the earlier one.
  const topics = names.flatMap(name =>
    [change, ownName(change, started)].map(own => `change/${slug(name, { fallback: 'project' })}/${own}`),
  )
  for (const topic of new Set(topics)) {
    for (const { id, content, topic_key = '' } of await under(call, topic)) {
      const moved = content.replaceAll(`${from}/`, `${to}/`)
      if (topic_key.startsWith(`${topic}/`) && moved !== content && isOf(content, started))
        await memoryIn(call).update(id, { content: moved }, recordOrigin(call))
    }
  }
}

async function relocateDecisions(call: Call, { from, to }: RelocatedChange, topic: string): Promise<void> {
  const here = filesOf(call)
  for (const { id, files = [] } of await under(call, topic)) {
    if (!files.some(({ path }) => path.startsWith(`${from}/`) && here.read(path) === undefined)) continue
    const moved = files.map(file => ({ ...file, path: file.path.replace(`${from}/`, `${to}/`) }))
    await memoryIn(call).update(id, { files: moved }, recordOrigin(call))
  }
}

/** The same of a stage of the specification; where its file is not the one that is remembered, every hit says so. */
export async function rememberSpec(call: Call, payload: unknown): Promise<void> {
  const { stage, path, content } = Stage.omit({ change: true, started: true }).parse(payload)
  const topic_key = `sdd/${slug(await projectNameIn(call), { fallback: 'project' })}/${stage}`
  const files = [{ path, hash: revisionOf(Buffer.from(content)) }]
  const known = (await under(call, topic_key)).find(each => each.topic_key === topic_key)
  if (isDeepStrictEqual(known?.files, files)) return
  await keep(call, { title: `Specification: ${stage}`, content: beginningOf(content, path), topic_key, files })
}

function beginningOf(written: string, path: string): string {
  const content = dropGuidance(written)
  const cut =
    content.length > MOST_CHARACTERS ? `${content.slice(0, MOST_CHARACTERS)}\n\n(the rest is in ${path})` : content
  return `${cut}\n\n${path}`
}
