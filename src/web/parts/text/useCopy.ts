import { useCallback, useEffect, useState } from 'react'
import { toast } from '../notify/toast.ts'

/** `const [copied, copy] = useCopy()`; `copied` is true for a moment after. */
export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 1_600)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback((text: string) => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => toast({ tone: 'amber', text: 'The browser did not let Furrow copy. Select the text and copy it by hand.' }),
    )
  }, [])
  return [copied, copy]
}
