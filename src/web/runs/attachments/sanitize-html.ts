/** Elements that load, run or send something; the frame forbids them too, and would complain about each. */
const REMOVED = 'script, iframe, frame, object, embed, link, base, meta, form, audio, video, source, portal'
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/**
 * A page without anything that acts, and with its styles as elements that carry the nonce: a frame inherits the policy of
 * the page, which knows no other inline styles.
 */
export function sanitizeHtml(html: string, nonce: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(REMOVED)) element.remove()
  const rules: string[] = []
  for (const element of page.querySelectorAll('[style]')) {
    rules.push(`[data-inline="${rules.length}"]{${(element.getAttribute('style') ?? '').replaceAll(/[{}<]/g, '')}}`)
    element.setAttribute('data-inline', String(rules.length - 1))
    element.removeAttribute('style')
  }
  for (const image of page.querySelectorAll('img')) if (!/^data:image\//.test(image.src)) image.removeAttribute('src')
  for (const element of page.querySelectorAll('*'))
    for (const { name } of [...element.attributes]) if (isActive(name)) element.removeAttribute(name)
  const inline = page.createElement('style')
  inline.textContent = rules.join('\n')
  page.head.append(inline)
  for (const style of page.querySelectorAll('style')) style.setAttribute('nonce', nonce)
  const policy = page.createElement('meta')
  policy.httpEquiv = 'Content-Security-Policy'
  policy.content = POLICY
  page.head.prepend(policy)
  return `<!doctype html>${page.documentElement.outerHTML}`
}

function isActive(attribute: string): boolean {
  return /^on|^(?:href|xlink:href|srcset|action|formaction|background|poster|ping)$/i.test(attribute)
}
