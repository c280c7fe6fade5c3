import { refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import { formatConfig } from '../../store/git/config/config-text.ts'
import { readGitIdentity } from '../../store/git/config/identity.ts'
import { type Call, implement } from '../call.ts'
import * as contracts from './contracts.ts'

export const show = implement(() => contracts.show, {
  run: async call => identityOf(call),
  render: sentence,
})

/** Written to the config of the repository, as `git config` would: nothing outside of it changes. */
export const set = implement(() => contracts.set, {
  async run(call, { name, email }) {
    const { gitDir, commonDir } = call.workspace.repository
    if (gitDir === undefined)
      return refuse('invalid_state', 'There is no git repository here.', { target: 'git', fix: shell`git init` })
    const before = identityOf(call)
    if (before.name === name && before.email === email) return before
    return call.store.transact(call, tx => {
      const files = tx.under(commonDir)
      const now = files.read('config')?.bytes.toString('utf8') ?? ''
      const user = formatConfig([
        { key: 'user.name', value: name },
        { key: 'user.email', value: email },
      ])
      files.write('config', now === '' || now.endsWith('\n') ? now + user : `${now}\n${user}`)
      tx.emit('config', 'git')
      tx.describe(`git identity set to ${name} <${email}>`)
      return { name, email, complete: true }
    })
  },
  render: sentence,
})

interface CommitIdentity {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly complete: boolean
}

function identityOf({ workspace, env }: Call): CommitIdentity {
  const { name, email } = readGitIdentity(workspace.root, env)
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    complete: name !== undefined && email !== undefined,
  }
}

function sentence({ name, email, complete }: CommitIdentity): string {
  if (complete) return `Commits here are by ${name} <${email}>.`
  const missing = [name === undefined && 'user.name', email === undefined && 'user.email'].filter(Boolean).join(' and ')
  return `Git has no ${missing} here. Next: furrow identity set "Your Name" you@example.com`
}
