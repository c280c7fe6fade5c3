import { defineTool } from '../_shared/tool.ts'
import { furrow } from '../_shared/utils.ts'
import { foundIn, shownOf } from './found.ts'
import { meta } from './meta.ts'

interface Input {
  query: string
  limit: number
  purpose: string
}

defineTool<Input>({
  meta,
  async run({ query, limit, purpose }, { signal }) {
    // Behind a space it is a question, even when it begins like a flag or like the name of a file.
    const args = ['ask', 'search', ` ${query}`, `--limit=${limit}`, `--purpose=${purpose}`]
    return { query, ...shownOf(foundIn(await furrow(args, { signal }))) }
  },
})
