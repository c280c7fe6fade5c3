import { junitTests } from './junit.ts'
import { playwrightTests } from './playwright.ts'
import { tapTests } from './tap.ts'
import type { Tested } from './tested.ts'

export const FORMATS = ['playwright', 'junit', 'tap'] as const
export type Format = (typeof FORMATS)[number]

const READERS: Readonly<Record<Format, (text: string) => Tested[] | undefined>> = {
  playwright: text => playwrightTests(jsonIn(text)),
  junit: junitTests,
  tap: tapTests,
}

export interface Read {
  readonly format: Format
  readonly tests: readonly Tested[]
}

/** A report of a known kind; nothing when the text is none. */
export function readReport(text: string, wanted: Format | 'auto'): Read | undefined {
  for (const format of wanted === 'auto' ? FORMATS : [wanted]) {
    const tests = READERS[format](text)
    if (tests !== undefined) return { format, tests }
  }
  return undefined
}

/** On standard output a report may have other lines before it. */
function jsonIn(text: string): unknown {
  const start = text.search(/^\{/m)
  if (start < 0) return undefined
  try {
    return JSON.parse(text.slice(start))
  } catch {
    return undefined
  }
}
