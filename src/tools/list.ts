import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { findTool, findTools } from './find.ts'
import { forgetFailure } from './meta/ask.ts'
import type { Tool } from './model.ts'
import { lookup, recipeTools } from './recipes/find.ts'
import { isRecipe } from './recipes/plan.ts'
import { renderTool, renderTools } from './render.ts'
import { findRuntime } from './runtime/find.ts'
import { viewTool } from './view.ts'

export const list = implement(contracts.list, {
  async run(call, { tag }) {
    const found = await findTools(call)
    const runtime = findRuntime(call.env)
    const own = await Promise.all(found.map(tool => viewTool(call, tool, runtime)))
    const tools = [...own, ...recipeTools(call)]
    return { tools: tools.filter(({ tags = [] }) => tag === undefined || tags.includes(tag)) }
  },
  render: renderTools,
})

export const info = implement(contracts.info, {
  async run(call, { name }) {
    if (isRecipe(name)) return recipeCalled(call, name)
    const tool = await findTool(call, name)
    if (tool.error === undefined || tool.closure.hash === '') return viewTool(call, tool)
    forgetFailure(call, tool.closure)
    return viewTool(call, await findTool(call, name))
  },
  render: renderTool,
})

function recipeCalled(call: Call, name: string): Tool {
  const { recipe } = lookup(call, name)
  const tool = recipeTools(call).find(each => each.name === recipe.name)
  if (tool === undefined) throw new Error(`${name} is a recipe and no tool`)
  return tool
}
