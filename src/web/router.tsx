import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { askSearch, threadSearch } from './ask/ask-params.ts'
import { boardSearch, featureSearch } from './board/board-params.ts'
import { changeSearch, changesSearch } from './changes/change-params.ts'
import { explorationSearch, explorationsSearch } from './explorations/exploration-params.ts'
import { fileSearch } from './files/file-params.ts'
import { HomePage } from './home/HomePage.tsx'
import { memorySearch, recordSearch } from './memory/memory-params.ts'
import { Loading } from './parts/layout/States.tsx'
import { compareSearch, runSearch, runsSearch } from './runs/run-params.ts'
import { secretsSearch } from './secrets/secret-params.ts'
import { NotFound } from './shell/NotFound.tsx'
import { PageFailed } from './shell/PageFailed.tsx'
import { Shell } from './shell/Shell.tsx'
import { specsSearch } from './specs/spec-params.ts'
import { toolListSearch, toolSearch } from './tools/tool-params.ts'
import { whySearch } from './why/why-params.ts'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage })

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('./runs/RunsPage.tsx')),
})

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('./runs/RunPage.tsx')),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/runs/compare',
  validateSearch: compareSearch,
  component: lazyRouteComponent(() => import('./runs/compare/ComparePage.tsx')),
})

const memory = createRoute({
  getParentRoute: () => root,
  path: '/memory',
  validateSearch: memorySearch,
  component: lazyRouteComponent(() => import('./memory/MemoryPage.tsx')),
})

const record = createRoute({
  getParentRoute: () => root,
  path: '/memory/$id',
  validateSearch: recordSearch,
  component: lazyRouteComponent(() => import('./memory/RecordPage.tsx')),
})

const file = createRoute({
  getParentRoute: () => root,
  path: '/files',
  validateSearch: fileSearch,
  component: lazyRouteComponent(() => import('./files/FilePage.tsx')),
})

const operation = createRoute({
  getParentRoute: () => root,
  path: '/do/$operation',
  component: lazyRouteComponent(() => import('./operation/OperationPage.tsx')),
})

const ask = createRoute({
  getParentRoute: () => root,
  path: '/ask',
  validateSearch: askSearch,
  component: lazyRouteComponent(() => import('./ask/AskPage.tsx')),
})

const thread = createRoute({
  getParentRoute: () => root,
  path: '/ask/$thread',
  validateSearch: threadSearch,
  component: lazyRouteComponent(() => import('./ask/thread/ThreadPage.tsx')),
})

const specs = createRoute({
  getParentRoute: () => root,
  path: '/specs',
  validateSearch: specsSearch,
  component: lazyRouteComponent(() => import('./specs/SpecsPage.tsx')),
})

const changes = createRoute({
  getParentRoute: () => root,
  path: '/changes',
  validateSearch: changesSearch,
  component: lazyRouteComponent(() => import('./changes/list/ChangesPage.tsx')),
})

const change = createRoute({
  getParentRoute: () => root,
  path: '/changes/$id',
  validateSearch: changeSearch,
  component: lazyRouteComponent(() => import('./changes/ChangePage.tsx')),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/SettingsPage.tsx')),
})

const doctor = createRoute({
  getParentRoute: () => root,
  path: '/doctor',
  component: lazyRouteComponent(() => import('./settings/DoctorPage.tsx')),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: (search: Record<string, unknown>) => ({
    ...(typeof search.client === 'string' && { client: search.client }),
  }),
  component: lazyRouteComponent(() => import('./settings/ConnectPage.tsx')),
})

const tools = createRoute({
  getParentRoute: () => root,
  path: '/tools',
  validateSearch: toolListSearch,
  component: lazyRouteComponent(() => import('./tools/list/ToolsPage.tsx')),
})

const tool = createRoute({
  getParentRoute: () => root,
  path: '/tools/$name',
  validateSearch: toolSearch,
  component: lazyRouteComponent(() => import('./tools/ToolPage.tsx')),
})

const secrets = createRoute({
  getParentRoute: () => root,
  path: '/secrets',
  validateSearch: secretsSearch,
  component: lazyRouteComponent(() => import('./secrets/SecretsPage.tsx')),
})

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$id',
  component: lazyRouteComponent(() => import('./confirm/ConfirmPage.tsx')),
})

const explorations = createRoute({
  getParentRoute: () => root,
  path: '/explorations',
  validateSearch: explorationsSearch,
  component: lazyRouteComponent(() => import('./explorations/ExplorationsPage.tsx')),
})

const exploration = createRoute({
  getParentRoute: () => root,
  path: '/explorations/$id',
  validateSearch: explorationSearch,
  component: lazyRouteComponent(() => import('./explorations/ExplorationPage.tsx')),
})

const board = createRoute({
  getParentRoute: () => root,
  path: '/board',
  validateSearch: boardSearch,
  component: lazyRouteComponent(() => import('./board/lists/BoardPage.tsx')),
})

const why = createRoute({
  getParentRoute: () => root,
  path: '/why',
  validateSearch: whySearch,
  component: lazyRouteComponent(() => import('./why/WhyPage.tsx')),
})

const feature = createRoute({
  getParentRoute: () => root,
  path: '/board/features/$id',
  validateSearch: featureSearch,
  component: lazyRouteComponent(() => import('./board/feature/FeaturePage.tsx')),
})

const ponder = createRoute({
  getParentRoute: () => root,
  path: '/board/ponders/$id',
  component: lazyRouteComponent(() => import('./board/cards/PonderPage.tsx')),
})

const investigation = createRoute({
  getParentRoute: () => root,
  path: '/board/investigations/$id',
  component: lazyRouteComponent(() => import('./board/cards/InvestigationPage.tsx')),
})

const milestone = createRoute({
  getParentRoute: () => root,
  path: '/board/milestones/$id',
  component: lazyRouteComponent(() => import('./board/cards/MilestonePage.tsx')),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    runs,
    compare,
    run,
    specs,
    changes,
    explorations,
    exploration,
    change,
    memory,
    record,
    file,
    operation,
    ask,
    thread,
    settings,
    doctor,
    connect,
    tools,
    tool,
    secrets,
    confirm,
    board,
    why,
    feature,
    ponder,
    investigation,
    milestone,
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: () => <Loading rows={5} />,
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  // Plain words in the address, so that people can read and write it: ?line=120-140&level=stderr
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([key, value]) =>
        value === undefined || value === '' ? [] : [[key, String(value)]],
      ),
    ).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
