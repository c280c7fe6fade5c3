import { isRefused, refuse } from '../../operation/errors.ts'
import { damaged, type EditableDocument, type Limits } from './document.ts'
import { lineEnding } from './splice.ts'
import { plain, removeAt, replaceAt, same } from './tree.ts'
import { readYaml } from './yaml-read.ts'
import { rebuildYaml, type YamlStyle } from './yaml-rebuild.ts'

/** Opens a YAML state file for reading and for edits that keep comments, order and layout; throws `damaged`. */
export function openYaml(input: string | Uint8Array, path: string, limits: Limits = {}): EditableDocument {
  const source = readYaml(input, path, limits)
  const bom = typeof input === 'string' ? input.startsWith('\ufeff') : input[0] === 0xef && input[1] === 0xbb
  let target = source.value
  return {
    data: () => plain(target),
    set(at, value) {
      const changed = replaceAt(target, at, plain(value))
      if ('blockedAt' in changed) throw damaged(path, `has no place for ${at.join('.')}`, { field: at.join('.') })
      target = changed.root
    },
    remove(at) {
      target = removeAt(target, at)
    },
    print() {
      const text = same(source.value, target) ? source.text : edited(source.text, target, path, limits)
      return (bom ? '\ufeff' : '') + text
    },
  }
}

function edited(text: string, target: unknown, path: string, limits: Limits): string {
  const { document } = readYaml(text, path, limits)
  const printed = rebuildYaml(document, target, styleOf(text)).replaceAll('\n', lineEnding(text))
  assertSays(printed, target, path, limits)
  return printed
}

/** What could not be read back, or would read as something else, is never written. */
function assertSays(text: string, target: unknown, path: string, limits: Limits): void {
  const says = valueBack(text, path, limits)
  if (!same(says, target)) throw new Error(`An edit of ${path} would not read back as it was meant.`)
}

function valueBack(text: string, path: string, limits: Limits): unknown {
  try {
    return readYaml(text, path, limits).value
  } catch (error) {
    if (!isRefused(error)) throw error
    throw refuse('too_large', `${path} would become unreadable: ${error.message}`, { target: path })
  }
}

function styleOf(text: string): YamlStyle {
  const indent = /^( +)[^\s#-]/m.exec(text)?.[1]?.length ?? 2
  const indentSeq = !/^( *)[^\s#].*:[ \t]*\r?\n(?:\s*#.*\r?\n)*\1- /m.test(text)
  return { indent: Math.min(indent, 8), indentSeq, flowCollectionPadding: !/[{[][^\s\]}]/.test(text) }
}
