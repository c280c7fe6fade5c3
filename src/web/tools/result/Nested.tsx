import { cellText, fieldTitle } from './shape.ts'

/** Names and their values, one under the other. */
export function KeyValue({ value }: { value: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 rounded-md border border-line bg-panel px-4 py-3">
      {Object.entries(value).map(([key, item]) => (
        <div key={key} className="contents">
          <dt className="break-words text-soft">{fieldTitle(key)}</dt>
          <dd className="break-words whitespace-pre-wrap">{listText(item)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Short lists read as such; whatever else is inside is JSON. */
function listText(item: unknown): string {
  if (!Array.isArray(item) || item.some(each => each !== null && typeof each === 'object')) return cellText(item)
  return item.length === 0 ? 'none' : item.map(cellText).join(', ')
}

/** A few plain values, side by side as far as there is room. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {facts.map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-soft">{name}</dt>
          <dd className="break-words tabular">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whatever is inside whatever, folded from the second level on. */
export function Tree({ value }: { value: object }) {
  return (
    <div className="rounded-md border border-line bg-panel px-3 py-2 font-mono text-[0.8125rem]">
      <Branch value={value} depth={0} />
    </div>
  )
}

const MOST = 200
const DEEPEST = 40

function Branch({ value, depth }: { value: object; depth: number }) {
  const entries = Object.entries(value)
  return (
    <ul className={depth === 0 ? '' : 'border-l border-line pl-3'}>
      {entries.slice(0, MOST).map(([key, item]) => (
        <li key={key} className="py-0.5">
          {item !== null && typeof item === 'object' && depth < DEEPEST ? (
            <details open={depth < 1}>
              <summary className="min-h-6 py-0.5">
                <span className="text-ansi-blue">{key}</span> <span className="text-faint">{sizeOf(item)}</span>
              </summary>
              <Branch value={item} depth={depth + 1} />
            </details>
          ) : (
            <p className="break-words">
              <span className="text-ansi-blue">{key}</span>{' '}
              {cellText(item) || <span className="text-faint">nothing</span>}
            </p>
          )}
        </li>
      ))}
      {entries.length > MOST && <li className="text-faint">and {entries.length - MOST} more</li>}
    </ul>
  )
}

function sizeOf(value: object): string {
  return Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value).length}}`
}
