import { type MarkdownBlock, parseMarkdown, plainText } from '../../parts/markdown/parse.ts'

/** What each check printed, by its name, as `verify.md` keeps it: it outlives the record of the run. */
export function outputsIn(markdown: string): ReadonlyMap<string, string> {
  const blocks = parseMarkdown(markdown)
  const start = blocks.findLastIndex(block => headed(block) === 'Proof')
  const outputs = new Map<string, string>()
  let name: string | undefined
  for (const block of start < 0 ? [] : blocks.slice(start + 1)) {
    name = headed(block) ?? name
    if (block.kind === 'code' && name !== undefined) outputs.set(name, block.text)
  }
  return outputs
}

function headed(block: MarkdownBlock): string | undefined {
  return block.kind === 'heading' ? plainText(block.children) : undefined
}
