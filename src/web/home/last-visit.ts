const KEY = 'furrow.seen'

/** When this person last looked, as it was before this visit. */
export const lastVisit: number = Number(localStorage.getItem(KEY) ?? 0)

/** Leaving the page, or turning to another tab, is what ends a look. */
addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') localStorage.setItem(KEY, String(Date.now()))
})
