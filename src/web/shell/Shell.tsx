import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { identityRequest } from '../api/git-identity.ts'
import { goLive } from '../api/live/live.ts'
import { queries, useRead } from '../api/query.ts'
import { session } from '../api/session.ts'
import { useStateOf } from '../api/state.ts'
import { useNeeds } from '../home/needs.ts'
import { Keys } from '../keys/Keys.tsx'
import { Toasts } from '../parts/notify/Toasts.tsx'
import { Hint } from './Hint.tsx'
import { BottomBar, SectionTabs, Sidebar } from './Nav.tsx'
import { Reconnect } from './Reconnect.tsx'
import { SignIn } from './SignIn.tsx'
import { SetTitle, tabTitle } from './title.ts'
import { useRunNotifications } from './useRunNotifications.ts'
import { Working } from './Working.tsx'

const IdentityDialog = lazy(async () => ({ default: (await import('../settings/IdentityDialog.tsx')).IdentityDialog }))

/** The frame around every page, for a browser that is signed in. */
export function Shell() {
  const current = useStateOf(session)
  return current.kind === 'in' ? <SignedIn /> : <SignIn why={current.why} />
}

function SignedIn() {
  const [title, setTitle] = useState('Furrow')
  const main = useRef<HTMLElement>(null)
  useEffect(() => goLive(queries), [])
  useTabTitle(title)
  useRunNotifications()
  useFocusOnArrival(main)
  return (
    <SetTitle value={setTitle}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-md bg-sprout-fill px-4 py-2 font-medium text-on-sprout focus:translate-y-0"
      >
        Skip to the page
      </a>
      <div className="flex h-dvh max-md:flex-col print:block print:h-auto">
        <Sidebar />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <Reconnect />
          <SectionTabs />
          <main
            ref={main}
            id="main"
            tabIndex={-1}
            className="relative min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
          >
            <Outlet />
          </main>
        </div>
        <BottomBar />
      </div>
      <Working />
      <Toasts />
      <Hint />
      <Keys />
      <AskIdentity />
    </SetTitle>
  )
}

/** Loaded once a write waits for it. */
function AskIdentity() {
  return useStateOf(identityRequest) === undefined ? null : (
    <Suspense fallback={null}>
      <IdentityDialog />
    </Suspense>
  )
}

function useTabTitle(page: string): void {
  const { data } = useRead('workspace.status', {})
  const needs = useNeeds()
  const title = tabTitle(page, {
    workspace: data?.workspace.name,
    running: data?.running.length,
    needs: needs.length,
  })
  useEffect(() => {
    document.title = title
  }, [title])
}

/** After a click in the navigation the page has the focus, so that the next Tab is in it. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
