/**
 * The condition (`confirm_when`) under which an input may reach production: its `environment` is left out, or is any
 * other than these. Nobody can list every name that production goes by: Production, prod, live, main, eu-1.
 */
export function mayReachProduction(...harmless: readonly string[]): string {
  return `(${harmless.map(name => `$.environment != '${name}'`).join(' and ')})`
}

/** Names that are not used for production anywhere. */
export const HARMLESS = ['staging', 'development', 'dev', 'test', 'testing', 'qa', 'preview', 'local', 'ci'] as const
