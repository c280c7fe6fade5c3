/** The state of the secrets page that its address holds: which one is needed, and where to go back to. */
export interface SecretsSearch {
  readonly need?: string
  readonly scope?: string
  readonly back?: string
}

export function secretsSearch(raw: Record<string, unknown>): SecretsSearch {
  const need = typeof raw.need === 'string' && /^[A-Za-z_]\w*$/.test(raw.need) ? raw.need : undefined
  const scope = typeof raw.scope === 'string' && /^[\w.-]+$/.test(raw.scope) ? raw.scope : undefined
  // A page of ours and nothing else: an address with two slashes would lead away.
  const back = typeof raw.back === 'string' && /^\/(?![/\\])/.test(raw.back) ? raw.back : undefined
  return { ...(need && { need }), ...(scope && { scope }), ...(back && { back }) }
}
