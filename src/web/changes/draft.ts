import { useEffect, useState } from 'react'

/** A text in the making, kept in this browser until it is sent, so that neither a reload nor a refusal loses it. */
export function useDraft(key: string, start: string): [string, (text: string) => void, () => void] {
  const place = `furrow.draft.${key}`
  const [text, setText] = useState(() => localStorage.getItem(place) ?? start)
  useEffect(() => {
    if (text === start) localStorage.removeItem(place)
    else localStorage.setItem(place, text)
  }, [place, text, start])
  const drop = () => {
    localStorage.removeItem(place)
    setText(start)
  }
  return [text, setText, drop]
}
