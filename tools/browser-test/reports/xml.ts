export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  /** All text inside, in order. */
  text: string
}

const PIECES =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const DEEPEST = 200

/** As much of XML as test reports use; entities of a document's own are left as they are. */
export function parseXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [root]
  for (const [, cdata, closed, opened, attributes = '', empty, text] of source.matchAll(PIECES)) {
    const current = open.at(-1) ?? root
    if (cdata !== undefined) current.text += cdata
    else if (text !== undefined) current.text += unescaped(text)
    else if (closed !== undefined && current.name === closed) open.pop()
    else if (opened !== undefined) {
      const element: Element = { name: opened, attributes: attributesIn(attributes), children: [], text: '' }
      current.children.push(element)
      if (empty === '' && open.length < DEEPEST) open.push(element)
    }
  }
  return root
}

export function elementsNamed(element: Element, name: string): Element[] {
  return element.children.flatMap(child => (child.name === name ? [child] : elementsNamed(child, name)))
}

function attributesIn(text: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single]) => [name, unescaped(double ?? single ?? '')]),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return ENTITIES[name] ?? whole
  })
}
