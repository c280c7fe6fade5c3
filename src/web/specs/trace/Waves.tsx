import { Icon } from '../../parts/text/Icon.tsx'
import type { TraceDetail } from '../spec-types.ts'

/** The tasks in the order they can be done: those of one wave at once, each with what it waits for. */
export function Waves({ trace: { waves, nodes, edges } }: { trace: TraceDetail }) {
  const titles = new Map(nodes.map(({ id, title }) => [id, title]))
  const waitsFor = (id: string) =>
    edges.filter(({ from, kind }) => kind === 'depends' && from === id).map(({ to }) => to)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto pb-1">
      <ol aria-label="Waves" className="flex items-stretch gap-2 max-sm:flex-col">
        {waves.map((wave, index) => (
          <li key={wave.join()} className="flex items-center gap-2 max-sm:flex-col max-sm:items-stretch">
            {index > 0 && <Icon name="progress" className="text-faint max-sm:rotate-90 max-sm:self-center" />}
            <section className="h-full w-60 shrink-0 rounded-md border border-line bg-sunk/60 p-3 max-sm:w-full">
              <h3 className="mb-2 text-xs font-semibold text-soft">Wave {index + 1}</h3>
              <ul className="space-y-2">
                {wave.map(id => (
                  <li key={id} className="rounded-md border border-sky/40 bg-sky-wash px-2.5 py-1.5 text-sm text-ink">
                    <span className="font-mono text-xs font-medium">{id}</span>{' '}
                    <span className="break-words">{titles.get(id)}</span>
                    {waitsFor(id).length > 0 && <p className="mt-0.5 text-xs">after {waitsFor(id).join(', ')}</p>}
                  </li>
                ))}
              </ul>
            </section>
          </li>
        ))}
      </ol>
    </div>
  )
}
