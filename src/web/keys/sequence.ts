import { isSingleKey, type Shortcut } from './shortcuts.ts'

/** What a key event says, without the DOM. */
export interface Press {
  readonly key: string
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** The focus is in a field, where letters are text. */
  readonly typing: boolean
  readonly at: number
}

export interface PendingKeys {
  readonly keys: string
  readonly at: number
}

export interface KeyMatch {
  /** Shortcuts with the same keys (j in a list, j in a log) all answer; the page decides which is meant. */
  readonly ids: readonly string[]
  readonly waiting?: PendingKeys
}

const PATIENCE_MS = 1_200

/** One key press against the table: which shortcuts it completes, or the sequence it begins. */
export function matchKey(
  press: Press,
  { table, waiting, singleKeys }: { table: readonly Shortcut[]; waiting: PendingKeys | undefined; singleKeys: boolean },
): KeyMatch {
  const stroke = strokeOf(press)
  if (stroke === undefined) return { ids: [], ...(waiting && { waiting }) }
  const before = waiting !== undefined && press.at - waiting.at <= PATIENCE_MS ? `${waiting.keys} ` : ''
  const usable = table.filter(({ keys }) => !isSingleKey(keys) || (singleKeys && !press.typing))
  for (const keys of before === '' ? [stroke] : [before + stroke, stroke]) {
    const ids = usable.filter(shortcut => shortcut.keys === keys).map(({ id }) => id)
    if (ids.length > 0) return { ids }
    if (usable.some(shortcut => shortcut.keys.startsWith(`${keys} `)))
      return { ids: [], waiting: { keys, at: press.at } }
  }
  return { ids: [] }
}

function strokeOf({ key, mod, shift, alt }: Press): string | undefined {
  if (['Shift', 'Control', 'Meta', 'Alt', 'AltGraph'].includes(key) || alt) return undefined
  const name = key.toLowerCase()
  const letter = /^[a-z]$/.test(name)
  return `${mod ? 'mod+' : ''}${shift && letter ? 'shift+' : ''}${name}`
}
