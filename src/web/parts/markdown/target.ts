/** Where a link of a text may lead. A text comes from repositories and agents, so everything else is only shown. */
export type LinkTarget =
  | { readonly kind: 'outside'; readonly href: string }
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'section'; readonly slug: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'none' }

const OUTSIDE = /^(?:https?:\/\/|mailto:)[^\s]/i
const SCHEME = /^[^/?#]*:/
// Browsers drop these within an address, so that "java\nscript:" would run.
const DROPPED = /[\p{Cc}\p{Cf}\p{Z}]/u

export function linkTargetOf(href: string): LinkTarget {
  if (DROPPED.test(href)) return { kind: 'none' }
  if (OUTSIDE.test(href)) return { kind: 'outside', href }
  if (SCHEME.test(href) || href.includes('\\') || href.startsWith('//')) return { kind: 'none' }
  if (href.startsWith('#'))
    return href.length > 1 ? { kind: 'section', slug: decoded(href.slice(1)) } : { kind: 'none' }
  if (href.startsWith('/')) return { kind: 'page', href }
  return href === '' ? { kind: 'none' } : { kind: 'file', path: decoded(href) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
