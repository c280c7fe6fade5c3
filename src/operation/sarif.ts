/** One finding with its place, as every report of ours has it. */
export interface Located {
  readonly kind: string
  readonly level: 'block' | 'advise'
  readonly message: string
  /** Relative to the workspace. */
  readonly path: string
  readonly line: number
}

const LEVELS = { block: 'error', advise: 'note' } as const

/** The findings as SARIF 2.1.0, which code hosts and editors show beside the lines. */
export function printSarif(findings: readonly Located[], { version }: { version: string }): string {
  const rules = [...new Set(findings.map(({ kind }) => kind))].map(id => ({
    id,
    shortDescription: { text: id.replaceAll('_', ' ') },
  }))
  const results = findings.map(({ kind, level, message, path, line }) => ({
    ruleId: kind,
    level: LEVELS[level],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri: path }, region: { startLine: line } } }],
  }))
  const driver = { name: 'furrow', version, rules }
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, results }],
  }
  return JSON.stringify(log, null, 2)
}
