import type { MetaProblem } from '../../tools/model.ts'

/** What keeps a tool from running: a secret that it declares without a name that can be read. */
export function unnamedSecret(problems: readonly MetaProblem[]): MetaProblem | undefined {
  return problems.find(({ field }) => /^secrets(?:\[\d+\](?:\.env_var)?)?$/.test(field))
}
