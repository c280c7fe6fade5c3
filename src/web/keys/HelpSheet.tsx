import { useStateOf } from '../api/state.ts'
import { Dialog } from '../parts/input/Dialog.tsx'
import { Kbd } from '../parts/input/Kbd.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { singleKeys } from '../shell/prefs.ts'
import { SHORTCUTS, type Shortcut } from './shortcuts.ts'

export default function HelpSheet({ onClose }: { onClose: () => void }) {
  const keys = useStateOf(singleKeys)
  const groups = Map.groupBy<string, Shortcut>(SHORTCUTS, shortcut => shortcut.group)
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div tabIndex={0} className="grid gap-x-10 gap-y-6 overflow-y-auto p-5 sm:grid-cols-2">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group} aria-label={group}>
            <h3 className="mb-1.5 text-xs font-semibold text-faint">{group}</h3>
            <dl>
              {shortcuts.map(shortcut => (
                <div key={shortcut.id} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{shortcut.does}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="border-t border-line px-5 py-3 text-xs text-soft">
        Single-key shortcuts are {keys}.{' '}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: closes the sheet that the link leads away from */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link clicks too */}
        <span onClick={onClose}>
          <PageLink href="/settings">Change it in the settings</PageLink>
        </span>
      </p>
    </Dialog>
  )
}
