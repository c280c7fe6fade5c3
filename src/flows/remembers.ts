import * as z from 'zod'
import type { Remembers } from '../changes/ports.ts'
import { memoryIn, originOf } from '../memory/open.ts'
import { projectIn, projectNameIn } from '../memory/projects/identity.ts'
import { clean } from '../memory/text/privacy.ts'
import { slug } from '../operation/naming.ts'
import { dropGuidance } from '../store/documents/guidance.ts'
import type { Call } from '../workspace/call.ts'

const MOST_CHARACTERS = 4000

/** Memory as the pipelines use it: decisions under their topic key, updated in place. */
export async function remembersIn(call: Call): Promise<Remembers> {
  const project = await projectNameIn(call)
  return {
    project: () => project,
    async remember({ title, content, topic_key }) {
      const { name, names } = await projectIn(call, undefined, { tells: false })
      const address = { topic_key, project: name, also: names, scope: 'project' as const, namespace: undefined }
      const { observation, action } = await memoryIn(call).upsert(address, () => ({
        ...address,
        session_id: 'furrow',
        type: 'decision',
        title,
        content: clean(content).text,
        origin: originOf(call),
      }))
      return { id: observation.id, action: action === 'created' ? 'created' : 'updated' }
    },
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
      await memoryIn(call).update(record.id, { topic_key: to }, originOf(call))
    },
    async below(topic) {
      const rows = await under(call, topic)
      return rows.map(({ id, title, content, topic_key = topic }) => ({ id, title, content, topic_key }))
    },
  }
}

const MOST_RECORDS = 500

async function under(call: Call, topic: string) {
  const { names } = await projectIn(call, undefined, { tells: false })
  return memoryIn(call).recent({ projects: names, scope: 'project', topic }, { limit: MOST_RECORDS, offset: 0 })
}

const Stage = z.object({ change: z.string(), stage: z.string(), path: z.string(), content: z.string() })

/** A finished stage is remembered by its beginning and its place; the artifact itself is the whole text. */
export async function rememberStage(call: Call, payload: unknown): Promise<void> {
  const { change, stage, path, content } = Stage.parse(payload)
  const memory = await remembersIn(call)
  await memory.remember({
    title: `${change}: ${stage}`,
    content: beginningOf(content, path),
    topic_key: `change/${slug(memory.project(), { fallback: 'project' })}/${change}/${stage}`,
  })
}

const Moved = z.object({ change: z.string(), from: z.string(), to: z.string() })

/** What is remembered of a change names its files where they are now. */
export async function relocateStages(call: Call, payload: unknown): Promise<void> {
  const { change, from, to } = Moved.parse(payload)
  const { names } = await projectIn(call, undefined, { tells: false })
  // A project that got another name meanwhile has its earlier records below the earlier one.
  for (const topic of new Set(names.map(name => `change/${slug(name, { fallback: 'project' })}/${change}`))) {
    for (const { id, content, topic_key = '' } of await under(call, topic)) {
      const moved = content.replaceAll(`${from}/`, `${to}/`)
      if (topic_key.startsWith(`${topic}/`) && moved !== content)
        await memoryIn(call).update(id, { content: moved }, originOf(call))
    }
  }
}

/** The same of a stage of the specification. */
export async function rememberSpec(call: Call, payload: unknown): Promise<void> {
  const { stage, path, content } = Stage.omit({ change: true }).parse(payload)
  const memory = await remembersIn(call)
  await memory.remember({
    title: `Specification: ${stage}`,
    content: beginningOf(content, path),
    topic_key: `sdd/${slug(memory.project(), { fallback: 'project' })}/${stage}`,
  })
}

function beginningOf(written: string, path: string): string {
  const content = dropGuidance(written)
  const cut =
    content.length > MOST_CHARACTERS ? `${content.slice(0, MOST_CHARACTERS)}\n\n(the rest is in ${path})` : content
  return `${cut}\n\n${path}`
}
