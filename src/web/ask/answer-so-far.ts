import type { Chapter } from '../agents/story.ts'

/** The answer is what an agent says last; what it did since is what it is doing. */
export function answerSoFar(chapters: readonly Chapter[]): { text: string; doing?: string } {
  const at = chapters.findLastIndex(({ kind }) => kind === 'text')
  const said = chapters[at]
  const tool = chapters.slice(at + 1).findLast(({ kind }) => kind === 'tool')
  return {
    text: said?.kind === 'text' ? said.text : '',
    ...(tool?.kind === 'tool' && { doing: tool.title }),
  }
}
