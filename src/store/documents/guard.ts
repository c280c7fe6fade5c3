import { isRefused, type Refused } from '../../operation/errors.ts'
import { DEFAULT_LIMITS, type DocumentLimits } from './document.ts'
import { scanJson } from './json/json-scan.ts'
import { decode } from './text.ts'
import { whyNotYaml } from './yaml/yaml-scan.ts'

export interface GuardOptions extends DocumentLimits {
  readonly path: string
  /** Anchors and aliases that the text may hold. */
  readonly aliases?: number
}

/**
 * Comes before any parser: some texts of two kilobytes end the process from inside the YAML parser, past every catch.
 * Gives the text without its byte order mark, or why it is not read.
 */
export function guardText(
  input: string | Uint8Array,
  kind: 'yaml' | 'json',
  { path, aliases = 0, ...limits }: GuardOptions,
): string | Refused {
  const decoded = decode(input, path, limits)
  if (isRefused(decoded)) return decoded
  return (
    scans[kind](decoded.text, { path, aliases, maxDepth: limits.maxDepth ?? DEFAULT_LIMITS.maxDepth }) ?? decoded.text
  )
}

const scans = { yaml: whyNotYaml, json: whyNotJson }

function whyNotJson(text: string, { path, maxDepth }: { path: string; maxDepth: number }): Refused | undefined {
  try {
    scanJson(text, path, { maxDepth })
    return undefined
  } catch (error) {
    if (isRefused(error)) return error
    throw error
  }
}
