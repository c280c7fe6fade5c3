import { createContext, useContext } from 'react'

/** The page says its title; the shell adds what runs and the workspace. */
export const SetTitle = createContext<(title: string) => void>(() => undefined)

export function useTitle(): (title: string) => void {
  return useContext(SetTitle)
}

/** `2 running · Runs · my-repo`: what is going on can be seen from another tab. */
export function tabTitle(page: string, { workspace, running = 0, needs = 0 }: TabState): string {
  const first =
    running > 0 ? `${running} running` : needs > 0 ? `${needs} ${needs === 1 ? 'needs' : 'need'} you` : undefined
  const place = workspace ?? 'Furrow'
  // Home is called after the workspace.
  return [first, page === place ? undefined : page, place].filter(Boolean).join(' · ')
}

interface TabState {
  readonly workspace?: string | undefined
  readonly running?: number | undefined
  readonly needs?: number | undefined
}
