import { implement } from '../workspace/call.ts'
import * as contracts from './contracts.ts'
import type { GrantView, SecretsView, SecretView } from './model.ts'
import { viewAll } from './view-secrets.ts'

export const list = implement(() => contracts.list, { run: call => viewAll(call), render: renderSecrets })

export function renderSecrets({ secrets, problems }: SecretsView): string {
  const table = ['| secret | scopes | granted to | last used |', '| --- | --- | --- | --- |', ...secrets.map(rowOf)]
  const said = secrets.length === 0 ? 'No secrets. `furrow secrets set NAME` keeps one.' : table.join('\n')
  return [said, ...problems.map(({ message }) => `**Unreadable:** ${message}`)].join('\n\n')
}

export function renderSecret(secret: SecretView): string {
  return renderSecrets({ secrets: [secret], tools: [], problems: [], folder: '' })
}

const SAYS: Readonly<Record<GrantView['standing'], string>> = {
  granted: '',
  kept: '(kept with its folder)',
  changed: '(changed)',
  other_runtime: '(for another runtime)',
  gone: '(gone)',
}

function rowOf({ name, scopes, grants }: SecretView): string {
  const granted = grants.map(({ tool, scope, standing }) =>
    [tool, scope !== undefined && `(${scope})`, SAYS[standing]].filter(Boolean).join(' '),
  )
  const used = scopes.flatMap(({ last_used }) => last_used ?? []).sort((a, b) => (a.at < b.at ? 1 : -1))[0]
  const shown = scopes.length === 0 ? 'not set' : scopes.map(({ scope }) => scope).join(', ')
  const last = used === undefined ? 'never' : `${used.at} by ${used.tool}`
  return `| ${name} | ${shown} | ${granted.length === 0 ? 'nothing' : granted.join(', ')} | ${last} |`
}
