import { rowsThatFit } from '../runs/show/rows-that-fit.ts'
import { type Call, implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import { type FoundTool, findToolAgain, findTools } from './find-tool.ts'
import { lint } from './lifecycle/lint.ts'
import type { Tool } from './model.ts'
import { lookup, recipeTools } from './recipes/find-recipes.ts'
import { isRecipe } from './recipes/plan-recipe.ts'
import { inShort, renderTool, renderTools } from './render-tool.ts'
import { findRuntime } from './runtime/find-runtime.ts'
import { viewAsBefore, viewTool } from './view-tool.ts'

export const list = implement(() => contracts.list, {
  async run(call, { tag }) {
    const runtime = findRuntime(call)
    const found = await findTools(call, { runtime })
    const own = await Promise.all(found.map(tool => viewAsBefore(tool, runtime) ?? viewTool(call, tool, runtime)))
    const all = [...own, ...recipeTools(call)]
    const tools = tag === undefined ? all : all.filter(({ tags = [] }) => tags.includes(tag))
    const shown = rowsThatFit(tools, call.traits.mostResultCharacters)
    if (shown.length < tools.length) return { tools: shown, others: tools.slice(shown.length).map(inShort) }
    return tag === undefined ? answerWith(tools, call.workspace.root) : { tools }
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

export const info = implement(() => contracts.info, {
  async run(call, { name }) {
    if (isRecipe(name)) return recipeCalled(call, name)
    const found = await findToolAgain(call, name)
    return { ...(await viewTool(call, found)), problems: problemsOf(found) }
  },
  render: renderTool,
})

/** Also what only a closer look finds, as `tool sync --check` does. */
function problemsOf(tool: FoundTool): Tool['problems'] {
  return lint({ ...tool, error: undefined }).map(({ field, message }) => ({ field, message }))
}

function recipeCalled(call: Call, name: string): Tool {
  const { recipe } = lookup(call, name)
  const tool = recipeTools(call).find(each => each.name === recipe.name)
  if (tool === undefined) throw new Error(`${name} is a recipe and no tool`)
  return tool
}
