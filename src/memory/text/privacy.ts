/** A text as it may be stored, and what was taken out of it. */
export interface RedactedText {
  readonly text: string
  readonly notices: readonly string[]
}

/** Removes what is marked private and replaces what has the shape of a well-known secret; the save goes on. */
export function redactPrivate(text: string): RedactedText {
  const open = withoutPrivate(text)
  const notices = open === text ? [] : ['What was marked <private> was left out.']
  let cleaned = open
  for (const { name, pattern } of SECRET_SHAPES) {
    const redacted = cleaned.replace(pattern, (match, prefix: unknown) =>
      typeof prefix === 'string' && match.startsWith(prefix) ? `${prefix}[redacted ${name}]` : `[redacted ${name}]`,
    )
    if (redacted !== cleaned) notices.push(`Something that looks like ${name} was redacted.`)
    cleaned = redacted
  }
  return { text: cleaned, notices }
}

/** `<private>...</private>` goes; a tag that is never closed takes the rest of the text with it. */
function withoutPrivate(text: string): string {
  return text.replace(/<private>[\s\S]*?(?:<\/private>|$)/gi, '')
}

/** Well-known shapes only: a false alarm would destroy what somebody meant to keep. A first group is kept. */
const SECRET_SHAPES: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  {
    name: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { name: 'an age identity', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/g },
  { name: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { name: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,})/g },
  { name: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { name: 'a Slack token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { name: 'a Stripe key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { name: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { name: 'a Google key', pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g },
  { name: 'an API key', pattern: /\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{32,}/g },
  { name: 'a signed token', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  { name: 'a password in an address', pattern: /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]+:)[^\s:/@]{3,}(?=@)/gi },
]
