import { isDeepStrictEqual } from 'node:util'
import type { Call } from '../../../workspace/call.ts'
import { type Remembers, remembers } from '../../change-ports.ts'
import { printAdr } from '../document.ts'
import type { FiledDecision } from '../file.ts'
import { notRemembered } from '../refusals.ts'
import { cite, moveRemembered, rememberDecision, rememberReplaced, topicOf } from './remembered.ts'

/** What a decision that was filed changes in memory. */
export async function keepInMemory(memory: Remembers, filed: FiledDecision) {
  const { adr, before, path, replaced, successor } = filed
  if (before !== undefined) await moveRemembered(memory, before, adr.title)
  const kept = await rememberDecision(memory, adr, path)
  if (path === undefined && kept.unkept !== undefined) throw notRemembered(kept.unkept)
  if (kept.unkept !== undefined) return kept
  for (const each of replaced) await rememberReplaced(memory, each, kept.id)
  if (successor !== undefined) {
    await memory.reinstate({ topic_key: kept.topic_key })
    if (successor.text !== '')
      await memory.remember({
        title: successor.title,
        content: successor.text,
        files: successor.files,
        topic_key: topicOf(memory, successor.title),
      })
  }
  return kept
}

/** The same after the call: whoever was killed between file and memory left it undone. */
export async function catchUpInMemory(call: Call, payload: unknown): Promise<void> {
  const filed = payload as FiledDecision
  const memory = await call.port(remembers)
  if (await isRemembered(memory, filed)) return
  const { unkept } = await keepInMemory(memory, filed)
  if (unkept !== undefined) throw unkept
}

async function isRemembered(memory: Remembers, { adr, path, replaced }: FiledDecision): Promise<boolean> {
  const said = [{ title: adr.title, files: cite(path, printAdr(adr)) }, ...replaced]
  for (const { title, files } of said) {
    const topic_key = topicOf(memory, title)
    const known = (await memory.below(topic_key)).find(each => each.topic_key === topic_key)
    if (known === undefined || !isDeepStrictEqual(known.files ?? [], files)) return false
  }
  return true
}
