import { Link, useLocation } from '@tanstack/react-router'
import { useWaitingCount } from '../agents/waiting-count.ts'
import { liveness } from '../api/live/live.ts'
import { useRead } from '../api/query.ts'
import { useStateOf } from '../api/state.ts'
import { sheet } from '../keys/sheet.ts'
import { keysOf } from '../keys/shortcuts.ts'
import { entryOf, isWithinPage, NAV, type NavEntry, type NavPage } from '../nav.ts'
import { classes } from '../parts/classes.ts'
import { IconButton } from '../parts/input/Button.tsx'
import { Kbd } from '../parts/input/Kbd.tsx'
import { StatusDot, type Tone } from '../parts/text/Badge.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { FurrowPattern, Logo } from './Logo.tsx'

/** Wide: all entries with their pages. Medium: icons. On a phone the bottom bar takes its place. */
export function Sidebar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="no-print relative flex w-60 shrink-0 flex-col overflow-hidden border-r border-line max-lg:w-16 max-md:hidden"
    >
      <div className="flex h-16 items-center gap-2.5 px-5 max-lg:justify-center max-lg:px-0">
        <Logo />
        <span className="text-[1.0625rem] font-semibold tracking-[-0.02em] max-lg:sr-only">Furrow</span>
      </div>
      <PaletteButton />
      <ul className="mt-3 min-h-0 flex-1 space-y-0.5 overflow-y-auto px-3 pb-3">
        {NAV.map(entry => (
          <SidebarEntry key={entry.title} entry={entry} path={pathname} />
        ))}
      </ul>
      <Foot />
    </nav>
  )
}

function PaletteButton() {
  return (
    <div className="px-3">
      <button
        type="button"
        onClick={() => sheet.set('palette')}
        className="flex h-9 w-full items-center gap-2.5 rounded-md border border-line bg-panel px-2.5 text-soft shadow-sheet hover:border-line-strong hover:text-ink max-lg:justify-center max-lg:px-0"
      >
        <Icon name="search" />
        <span className="flex-1 text-left max-lg:sr-only">Find or do</span>
        <span className="max-lg:hidden">
          <Kbd keys={keysOf('palette')} />
        </span>
      </button>
    </div>
  )
}

function SidebarEntry({ entry, path }: { entry: NavEntry; path: string }) {
  const pages = entry.pages
  const active = entryOf(path) === entry
  return (
    <li>
      <Link
        to={entry.path}
        title={entry.title}
        aria-current={active && !pages ? 'page' : undefined}
        className={classes(
          'relative flex h-9 items-center gap-2.5 rounded-md px-2.5 font-medium max-lg:h-10 max-lg:justify-center max-lg:px-0',
          active ? 'text-ink max-lg:bg-sprout-wash' : 'text-soft hover:bg-hover hover:text-ink',
          active && !pages && 'bg-sprout-wash',
        )}
      >
        <Icon name={entry.icon} size={18} className={active ? 'text-sprout' : ''} />
        <span className="max-lg:sr-only">{entry.title}</span>
        {entry.path === '/' && (
          <span className="max-lg:absolute max-lg:top-0 max-lg:right-0">
            <Asked />
          </span>
        )}
      </Link>
      {pages && (
        <ul className="relative mb-1.5 ml-[19px] border-l border-line pl-2.5 max-lg:hidden">
          {pages.map(page => (
            <SidebarPage key={page.path} page={page} path={path} />
          ))}
        </ul>
      )}
    </li>
  )
}

function SidebarPage({ page, path }: { page: NavPage; path: string }) {
  const active = isWithinPage(path, page.path)
  return (
    <li>
      <Link
        to={page.path}
        aria-current={active ? 'page' : undefined}
        className={classes(
          'relative flex h-8 items-center rounded-md px-2.5 text-[0.8125rem]',
          active ? 'bg-sprout-wash font-medium text-ink' : 'text-soft hover:bg-hover hover:text-ink',
        )}
      >
        {active && <span className="absolute top-1.5 bottom-1.5 -left-[12px] w-0.5 rounded-full bg-sprout" />}
        {page.title}
      </Link>
    </li>
  )
}

/** How many questions of agents wait; nothing where none does. */
function Asked() {
  const waiting = useWaitingCount()
  if (waiting === 0) return null
  return (
    <span className="tabular ml-1.5 rounded-full bg-amber-wash px-1.5 text-xs font-medium text-ink">
      {waiting}
      <span className="sr-only"> {waiting === 1 ? 'question of an agent' : 'questions of agents'}</span>
    </span>
  )
}

const LIVE: Readonly<Record<string, { tone: Tone; text: string }>> = {
  live: { tone: 'sprout', text: 'Live' },
  connecting: { tone: 'plain', text: 'Connecting' },
  lost: { tone: 'amber', text: 'Reconnecting' },
}

/** Which workspace this is, and whether what is shown is true right now. */
function Foot() {
  const { data } = useRead('workspace.status', {})
  const now = LIVE[useStateOf(liveness)] ?? { tone: 'plain', text: '' }
  return (
    <div className="relative mt-auto">
      <div className="h-24 max-lg:hidden [@media(max-height:860px)]:hidden">
        <FurrowPattern />
      </div>
      <div className="flex items-center gap-2 border-t border-line bg-ground px-4 py-3 max-lg:flex-col max-lg:px-0">
        <div className="min-w-0 flex-1 max-lg:sr-only">
          <p className="truncate text-[0.8125rem] font-medium" title={data?.workspace?.root}>
            {data?.workspace?.name ?? 'Workspace'}
          </p>
          <p className="flex items-center gap-1.5 text-xs text-soft">
            <StatusDot tone={now.tone} />
            <span className="truncate">
              {now.text}
              {data?.workspace?.branch && ` · ${data.workspace.branch}`}
            </span>
          </p>
        </div>
        <span className="lg:hidden">
          <StatusDot tone={now.tone} label={now.text} />
        </span>
        <IconButton icon="keyboard" label="Keyboard shortcuts" onClick={() => sheet.set('help')} />
      </div>
    </div>
  )
}

/** Where the sidebar does not list them, the pages of a section stand above the page. */
export function SectionTabs() {
  const { pathname } = useLocation()
  const entry = entryOf(pathname)
  if (!entry?.pages) return null
  return (
    <nav aria-label={entry.title} className="no-print shrink-0 overflow-x-auto border-b border-line px-4 lg:hidden">
      <ul className="flex gap-1">
        {entry.pages.map(page => {
          const active = isWithinPage(pathname, page.path)
          return (
            <li key={page.path}>
              <Link
                to={page.path}
                aria-current={active ? 'page' : undefined}
                className={classes(
                  'flex h-11 items-center border-b-2 px-2.5 whitespace-nowrap',
                  active ? 'border-sprout font-medium text-ink' : 'border-transparent text-soft',
                )}
              >
                {page.title}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export function BottomBar() {
  const { pathname } = useLocation()
  const active = entryOf(pathname)
  return (
    <nav
      aria-label="Main"
      className="no-print shrink-0 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="grid grid-cols-7">
        {NAV.map(entry => (
          <li key={entry.title}>
            <Link
              to={entry.path}
              aria-current={active === entry ? 'page' : undefined}
              className={classes(
                'flex h-14 flex-col items-center justify-center gap-1 text-[0.6875rem]',
                active === entry ? 'font-medium text-sprout' : 'text-soft',
              )}
            >
              <Icon name={entry.icon} size={20} />
              <span className="flex items-center">
                {entry.title}
                {entry.path === '/' && <Asked />}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            onClick={() => sheet.set('palette')}
            className="flex h-14 w-full flex-col items-center justify-center gap-1 text-[0.6875rem] text-soft"
          >
            <Icon name="search" size={20} />
            Find
          </button>
        </li>
      </ul>
    </nav>
  )
}
