import { useMemo } from 'react'
import { sanitizeHtml } from './sanitize-html.ts'

/**
 * A report that a tool made, in a frame that may nothing: no scripts, no forms, no windows, no network, no address of
 * ours. It keeps its looks, by the nonce that the page's policy knows.
 */
export function HtmlReport({ html, name }: { html: string; name: string }) {
  const shown = useMemo(() => sanitizeHtml(html, nonce()), [html])
  return (
    <iframe
      title={name}
      sandbox=""
      srcDoc={shown}
      referrerPolicy="no-referrer"
      className="h-[60vh] w-full resize-y rounded-md border border-line bg-white"
    />
  )
}

function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="furrow-nonce"]')?.content ?? ''
}
