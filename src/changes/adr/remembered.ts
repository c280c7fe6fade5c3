import { isRefused } from '../../operation/errors.ts'
import { slug } from '../../operation/naming.ts'
import type { Remembers } from '../ports.ts'
import { type AdrHead, statusIn, titleKey } from './document.ts'

/** The topic below which the decisions of a project are remembered. */
export function adrTopic(memory: Pick<Remembers, 'project'>): string {
  return `adr/${slug(memory.project(), { fallback: 'project' })}`
}

interface Remembered {
  readonly remembered: { memory: number; title: string; status: string }[]
  readonly notices: string[]
}

/** Decisions that lie in no file; without a memory the list says that it may be incomplete. */
export async function rememberedOnly(memory: Remembers, heads: readonly Pick<AdrHead, 'title'>[]): Promise<Remembered> {
  try {
    const filed = new Set(heads.map(({ title }) => titleKey(title)))
    const rows = (await memory.below(adrTopic(memory))).filter(({ title }) => !filed.has(titleKey(title)))
    const remembered = rows.map(({ id, title, content }) => ({ memory: id, title, status: statusIn(content) }))
    return { remembered, notices: [] }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { remembered: [], notices: [`Decisions that are only in memory are not listed: ${error.message}`] }
  }
}
