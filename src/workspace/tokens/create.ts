import { covers } from '../../operation/actor.ts'
import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { implement } from '../call.ts'
import type { Home } from '../home.ts'
import * as contracts from './contracts.ts'
import { addToken, type TokenRecord, tokenHash } from './tokens.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const create = implement(() => contracts.create, {
  async run({ manifest, clock, random, home }, { name, allow: words, days }) {
    const allow = [...new Set(words)]
    const guarded = manifest.operations.filter(({ authority }) => authority === 'person').map(entry => entry.name)
    const opens = guarded.filter(operation => allow.some(word => covers(word, operation)))
    if (opens.some(operation => operation.startsWith('token.')))
      return refuse('usage', 'A token cannot make or end tokens; allow something narrower.', {
        target: 'allow',
        fix: shell`furrow token create --help`,
      })
    const token = `furrow_${Buffer.from(random.bytes(32)).toString('base64url')}`
    const now = clock.now()
    const {
      version: _,
      sha256: __,
      ...shown
    } = claim(home, name, {
      version: 1,
      sha256: tokenHash(token),
      allow,
      created_at: new Date(now).toISOString(),
      ...(days !== undefined && { expires_at: new Date(now + days * DAY_MS).toISOString() }),
    })
    const opensNothing = allow.filter(word => !guarded.some(operation => covers(word, operation)))
    return { ...shown, allow, expired: false, token, opens, opens_nothing: opensNothing }
  },
  render: ({ name, token, opens, opens_nothing, expires_at }) =>
    [
      `Token **${name}** is made${expires_at === undefined ? '' : ` and works until ${expires_at}`}. It is shown this once:`,
      `\`\`\`\n${token}\n\`\`\``,
      opens.length > 0 && `It opens ${opens.map(operation => `\`${operation}\``).join(', ')}.`,
      opens_nothing.length > 0 && `Nothing that needs a person is called ${opens_nothing.join(' or ')} now.`,
      `A script gives it as \`FURROW_TOKEN\`; \`${shell`furrow token revoke ${name}`}\` ends it.`,
    ]
      .filter(line => line !== false)
      .join('\n\n'),
})

/** The name that was asked for, or the next free one; a name once claimed is nobody else's. */
function claim(home: Home, name: string | undefined, record: Omit<TokenRecord, 'name'>): TokenRecord {
  if (name !== undefined) {
    if (addToken(home, { ...record, name })) return { ...record, name }
    throw refuse('conflict', `There is a token ${name} already.`, {
      target: name,
      fix: shell`furrow token revoke ${name}`,
    })
  }
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? 'script' : `script-${number}`
    if (addToken(home, { ...record, name: free })) return { ...record, name: free }
  }
}
