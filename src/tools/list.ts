import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { findTool, findTools } from './find.ts'
import { forgetFailure } from './meta/ask.ts'
import { renderTool, renderTools } from './render.ts'
import { viewTool } from './view.ts'

export const list = implement(contracts.list, {
  async run(call, { tag }) {
    const found = await findTools(call)
    const tools = await Promise.all(found.map(tool => viewTool(call, tool)))
    return { tools: tools.filter(({ tags = [] }) => tag === undefined || tags.includes(tag)) }
  },
  render: renderTools,
})

export const info = implement(contracts.info, {
  async run(call, { name }) {
    const tool = await findTool(call, name)
    if (tool.error === undefined || tool.closure.hash === '') return viewTool(call, tool)
    forgetFailure(call, tool.closure)
    return viewTool(call, await findTool(call, name))
  },
  render: renderTool,
})
