import type { Tool } from '../../../tools/model.ts'

type GroupedTool = Pick<Tool, 'name' | 'display_name' | 'description' | 'tags' | 'source'>

const WITHOUT = 'other'
const RECIPES = 'recipes'

/** Tools that fit the words, by their first tag; those without one and the recipes come last. */
export function groupsOf<T extends GroupedTool>(tools: readonly T[], query = ''): { tag: string; tools: T[] }[] {
  const groups = new Map<string, T[]>()
  for (const tool of tools.filter(each => fits(each, query))) {
    const tag = tool.source === 'recipe' ? RECIPES : (tool.tags?.[0] ?? WITHOUT)
    groups.set(tag, [...(groups.get(tag) ?? []), tool])
  }
  return [...groups]
    .map(([tag, members]) => ({ tag, tools: members.sort(byName) }))
    .sort((a, b) => rankOf(a.tag) - rankOf(b.tag) || a.tag.localeCompare(b.tag))
}

/** Every word is somewhere in what the tool is called, tagged, or says of itself. */
export function fits(tool: GroupedTool, query: string): boolean {
  const text = [tool.name, tool.display_name, tool.description, ...(tool.tags ?? [])].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function byName(a: GroupedTool, b: GroupedTool): number {
  return a.display_name.localeCompare(b.display_name)
}

function rankOf(tag: string): number {
  return tag === RECIPES ? 2 : tag === WITHOUT ? 1 : 0
}

/** Display names that several tools have: there the folder says which is which. */
export function sharedNames(tools: readonly Pick<Tool, 'display_name'>[]): ReadonlySet<string> {
  const names = tools.map(({ display_name }) => display_name)
  return new Set(names.filter((name, index) => names.indexOf(name) !== index))
}
