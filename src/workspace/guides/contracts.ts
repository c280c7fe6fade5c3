import * as z from 'zod'
import { contract } from '../../operation/contract.ts'
import { Id } from '../../operation/ids.ts'
import { GuideList, GuideView } from './model.ts'

export const list = contract({
  name: 'guide.list',
  summary: 'The guides there are.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({}),
  output: GuideList,
  mounts: { http: { route: 'GET /api/guides' } },
})

export const show = contract({
  name: 'guide.show',
  summary: 'How to do something with Furrow, step by step; without a name, the guides there are.',
  effect: 'read',
  authority: 'anyone',
  input: z.strictObject({ name: Id.optional().describe('A guide, as the list names it.') }),
  output: GuideView,
  mounts: {
    cli: { path: 'guide', positionals: ['name'], example: 'furrow guide working-with-furrow' },
    http: { route: 'GET /api/guides/:name' },
    mcp: { tool: 'sdd_guide' },
  },
})
