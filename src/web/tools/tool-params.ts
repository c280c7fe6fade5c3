export const TOOL_TABS = ['run', 'history', 'source', 'schema', 'agent'] as const
export type ToolTab = (typeof TOOL_TABS)[number]

export interface ToolsSearch {
  /** What the list is searched for. */
  readonly q?: string
}

interface ToolListSearch extends ToolsSearch {
  /** What comes with Furrow is shown, to be added. */
  readonly add?: true
}

/** The state of a tool's page that its address holds. */
export interface ToolSearch extends ToolsSearch {
  readonly tab?: ToolTab
  /** The interaction whose result is shown. */
  readonly run?: string
  /** The interaction whose input fills the form. */
  readonly from?: string
  /** Two interactions beside each other. */
  readonly a?: string
  readonly b?: string
}

const ID = /^[\w][\w.:@-]{0,119}$/

function toolsSearch(raw: Record<string, unknown>): ToolsSearch {
  return typeof raw.q === 'string' && raw.q !== '' ? { q: raw.q } : {}
}

export function toolListSearch(raw: Record<string, unknown>): ToolListSearch {
  return { ...toolsSearch(raw), ...((raw.add === true || raw.add === 'true') && { add: true as const }) }
}

export function toolSearch(raw: Record<string, unknown>): ToolSearch {
  const tab = TOOL_TABS.find(each => each === raw.tab)
  const ids = (['run', 'from', 'a', 'b'] as const).flatMap(key => {
    const value = raw[key]
    return typeof value === 'string' && ID.test(value) ? [[key, value]] : []
  })
  return { ...toolsSearch(raw), ...(tab !== undefined && tab !== 'run' && { tab }), ...Object.fromEntries(ids) }
}
