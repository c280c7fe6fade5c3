import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { findToolAgain, findTools } from './find.ts'
import type { Tool } from './model.ts'
import { lookup, recipeTools } from './recipes/find.ts'
import { isRecipe } from './recipes/plan.ts'
import { renderTool, renderTools } from './render.ts'
import { findRuntime } from './runtime/find.ts'
import { viewAsBefore, viewTool } from './view.ts'

export const list = implement(contracts.list, {
  async run(call, { tag }) {
    const runtime = findRuntime(call)
    const found = await findTools(call, { runtime })
    const own = await Promise.all(found.map(tool => viewAsBefore(tool, runtime) ?? viewTool(call, tool, runtime)))
    const tools = [...own, ...recipeTools(call)]
    if (tag === undefined) return answerWith(tools, call.workspace.root)
    return { tools: tools.filter(({ tags = [] }) => tags.includes(tag)) }
  },
  render: renderTools,
})

/** The very answer of before where every tool is the one of before; it is frozen, so a door need not print it again. */
function answerWith(tools: Tool[], root: string): { tools: Tool[] } {
  const before = answers.get(root)
  if (before?.tools.length === tools.length && before.tools.every((tool, at) => tool === tools[at])) return before
  const answer = Object.freeze({ tools })
  answers.set(root, answer)
  return answer
}

const answers = new Map<string, { readonly tools: Tool[] }>()

export const info = implement(contracts.info, {
  async run(call, { name }) {
    if (isRecipe(name)) return recipeCalled(call, name)
    return viewTool(call, await findToolAgain(call, name))
  },
  render: renderTool,
})

function recipeCalled(call: Call, name: string): Tool {
  const { recipe } = lookup(call, name)
  const tool = recipeTools(call).find(each => each.name === recipe.name)
  if (tool === undefined) throw new Error(`${name} is a recipe and no tool`)
  return tool
}
