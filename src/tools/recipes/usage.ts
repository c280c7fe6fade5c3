import type { Parameter } from './model.ts'

/**
 * The parameters in a usage spec, the text in which mise tasks say what they take: `arg "<file>"`, `flag "-f --force"`,
 * `flag "--region <region>"`, with properties behind and more in a block. What it does not know it leaves out.
 */
export function usageParameters(usage: string): Parameter[] {
  return nodesIn(usage).flatMap(node => {
    if (node.properties['hide'] === 'true') return []
    if (node.kind === 'arg') return [argumentOf(node)]
    const flag = flagOf(node)
    return flag === undefined ? [] : [flag]
  })
}

interface UsageNode {
  readonly kind: string
  readonly words: readonly string[]
  readonly properties: Readonly<Record<string, string>>
  readonly children: readonly UsageNode[]
}

/** A word between quotes, or one without; `name=` before it makes it a property. */
const WORD = /(?:(?<name>[\w-]+)=)?(?:"(?<quoted>(?:\\.|[^"\\])*)"|(?<bare>[^\s"{};=]+))/g

/** Each line is a node; one that ends with a brace has those up to the closing one for children. */
function nodesIn(text: string): UsageNode[] {
  const root: UsageNode[] = []
  const open: UsageNode[][] = [root]
  for (const line of text.split(/\n|;|(?<=\{)|(?=\})/)) {
    const said = line.trim()
    if (said === '}') {
      if (open.length > 1) open.pop()
      continue
    }
    const node = nodeIn(said.replace(/\{$/, ''))
    if (node !== undefined) open.at(-1)?.push(node)
    if (said.endsWith('{')) open.push((node?.children ?? []) as UsageNode[])
  }
  return root
}

function nodeIn(line: string): UsageNode | undefined {
  const [, kind, rest = ''] = /^([a-z_]+)\s+(.*)$/.exec(line.trim()) ?? []
  if (kind === undefined) return undefined
  const words: string[] = []
  const properties: Record<string, string> = {}
  for (const { groups = {} } of rest.matchAll(WORD)) {
    const value =
      groups['quoted']?.replaceAll(/\\(.)/g, '$1') ?? groups['bare']?.replace(/^#(?=true|false|null)/, '') ?? ''
    if (groups['name'] === undefined) words.push(value)
    else properties[groups['name']] = value
  }
  return { kind, words, properties, children: [] }
}

/** `<file>` is needed, `[file]` may be left out; dots behind it say that there may be several. */
function argumentOf({ words: [shape = ''], properties, children }: UsageNode): Parameter {
  const [, open, name = shape] = /^([<[])(.+?)[>\]](?:…|\.\.\.)?$/.exec(shape) ?? []
  const { required, default: value, help } = properties
  const isOptional = required === undefined ? open === '[' : required === 'false'
  return { name, ...described({ value, help, children }), ...(isOptional && value === undefined && { optional: true }) }
}

function flagOf({ words: [shape = ''], properties, children }: UsageNode): Parameter | undefined {
  const parts = shape.split(/[\s,]+/).filter(part => part !== '')
  const option = parts.find(part => part.startsWith('--')) ?? parts.find(part => part.startsWith('-'))
  if (option === undefined) return undefined
  const name = option.replace(/^-+/, '')
  const child = children.find(({ kind }) => kind === 'arg')
  const takesValue = parts.some(part => /^[<[]/.test(part)) || child !== undefined
  const { help, default: value = child?.properties['default'], required } = properties
  if (!takesValue) return { name, option, isSwitch: true, optional: true, ...(help !== undefined && { help }) }
  const inner = child === undefined ? children : [...children, ...child.children]
  const isOptional = required !== 'true' && value === undefined
  return { name, option, ...described({ value, help, children: inner }), ...(isOptional && { optional: true }) }
}

function described({
  value,
  help,
  children,
}: {
  value?: string | undefined
  help?: string | undefined
  children: readonly UsageNode[]
}) {
  const choices = children.find(({ kind }) => kind === 'choices')?.words
  return {
    ...(value !== undefined && { default: value }),
    ...(help !== undefined && { help }),
    ...(choices !== undefined && choices.length > 0 && { choices }),
  }
}
