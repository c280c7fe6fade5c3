import type { Output } from '../api/call.ts'
import { problemFor } from '../api/problem.ts'
import { useWrite } from '../api/query.ts'
import { Button, IconButton } from '../parts/input/Button.tsx'
import { Menu } from '../parts/input/Menu.tsx'
import { toast } from '../parts/notify/toast.ts'
import { Badge, type Tone } from '../parts/text/Badge.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'

export type SecretDetail = Output<'secrets.list'>['secrets'][number]
type GrantRow = SecretDetail['grants'][number]

/** What a row can ask the page to open. */
export type SecretAction =
  | { readonly kind: 'set'; readonly name?: string; readonly scope: string }
  | { readonly kind: 'grant'; readonly secret: SecretDetail }
  | { readonly kind: 'remove'; readonly name: string; readonly scope: string }

export function SecretRow({ secret, onDo }: { secret: SecretDetail; onDo: (deed: SecretAction) => void }) {
  const { name, scopes, grants } = secret
  return (
    <div className="grid gap-x-6 gap-y-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-mono text-[0.8125rem] font-medium break-all">{name}</p>
        <ul aria-label={`Scopes of ${name}`} className="mt-1 space-y-0.5 text-xs text-soft">
          {scopes.length === 0 && <li>Not set any more.</li>}
          {scopes.map(({ scope, set_at, last_used }) => (
            <li key={scope}>
              <span className="font-medium text-ink">{scope}</span> set <RelativeTime at={set_at} />,{' '}
              {last_used ? (
                <>
                  last used <RelativeTime at={last_used.at} /> by {last_used.tool}
                </>
              ) : (
                'never used'
              )}
            </li>
          ))}
        </ul>
      </div>
      <ul aria-label={`Grants of ${name}`} className="flex flex-wrap content-start items-start gap-1.5">
        {grants.length === 0 && <li className="text-xs leading-6 text-faint">Granted to no tool</li>}
        {grants.map(grant => (
          <Granted key={`${grant.tool} ${grant.scope}`} name={name} grant={grant} />
        ))}
      </ul>
      <div className="flex items-start gap-1 md:justify-self-end">
        <Button
          size="small"
          aria-label={`Grant ${name}`}
          reason={scopes.length === 0 ? 'Set it first.' : undefined}
          onClick={() => onDo({ kind: 'grant', secret })}
        >
          Grant
        </Button>
        <Menu label={`More for ${name}`} items={itemsFor(secret, onDo)} />
      </div>
    </div>
  )
}

function itemsFor({ name, scopes }: SecretDetail, onDo: (deed: SecretAction) => void) {
  return [
    ...scopes.map(({ scope }) => ({
      label: `Replace in ${scope}`,
      icon: 'secrets' as const,
      onSelect: () => onDo({ kind: 'set', name, scope }),
    })),
    { label: 'Set in another scope', icon: 'plus' as const, onSelect: () => onDo({ kind: 'set', name, scope: '' }) },
    ...scopes.map(({ scope }) => ({
      label: `Remove from ${scope}`,
      icon: 'trash' as const,
      onSelect: () => onDo({ kind: 'remove', name, scope }),
    })),
  ]
}

const STANDINGS: Readonly<Record<GrantRow['standing'], { tone: Tone; says: string }>> = {
  granted: { tone: 'sprout', says: '' },
  kept: { tone: 'amber', says: 'kept with its folder' },
  changed: { tone: 'amber', says: 'changed since' },
  other_runtime: { tone: 'amber', says: 'for another runtime' },
  gone: { tone: 'plain', says: 'not here' },
}

function Granted({ name, grant: { tool, scope, standing } }: { name: string; grant: GrantRow }) {
  const revoke = useWrite('secrets.revoke', {
    onError: error => toast({ tone: 'rust', text: problemFor(error).message }),
  })
  const { tone, says } = STANDINGS[standing]
  return (
    <li className="inline-flex items-center">
      <Badge tone={tone}>{[tool, scope && `(${scope})`, says].filter(Boolean).join(' ')}</Badge>
      <IconButton
        icon="cross"
        label={`Revoke ${name} from ${tool}`}
        className="size-6"
        onClick={() => revoke.mutate({ name, tool })}
      />
    </li>
  )
}
