import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { shell } from '../../shared/shell/shell.ts'
import type { Output } from '../api/call.ts'
import { useRead } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { PageLink } from '../parts/layout/PageLink.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading, ReadError } from '../parts/layout/States.tsx'
import { ActorName } from '../parts/text/ActorName.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { RelativeTime } from '../parts/text/Time.tsx'
import { GrantDialog } from './GrantDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { type SecretAction, SecretRow } from './SecretRow.tsx'
import { SetDialog } from './SetDialog.tsx'
import { secretRequests } from './secret-requests.ts'

type SecretList = Output<'secrets.list'>
type OpenDialog = SecretAction | { readonly kind: 'import' }

export default function SecretsPage() {
  const search = useSearch({ from: '/secrets' })
  const navigate = useNavigate({ from: '/secrets' })
  const secrets = useRead('secrets.list', {})
  const [chosen, setChosen] = useState<OpenDialog>()
  const needed: OpenDialog | undefined =
    search.need === undefined ? undefined : { kind: 'set', name: search.need, scope: search.scope ?? 'default' }
  const open = chosen ?? needed
  const close = () => {
    setChosen(undefined)
    if (needed !== undefined) void navigate({ search: search.back ? { back: search.back } : {}, replace: true })
  }
  return (
    <Page
      title="Secrets"
      lead="Kept encrypted in your own folder. A tool gets only what you grant to exactly its code, and no value is ever shown again."
      actions={
        <>
          <Button icon="file" onClick={() => setChosen({ kind: 'import' })}>
            Import .env
          </Button>
          <Button kind="primary" icon="secrets" onClick={() => setChosen({ kind: 'set', scope: 'default' })}>
            Add a secret
          </Button>
        </>
      }
    >
      {search.back && (
        <p className="mb-4">
          <PageLink href={search.back}>Back to where it is needed</PageLink>
        </p>
      )}
      <Wishes onAnswer={setChosen} />
      <div className="overflow-hidden rounded-lg border border-line bg-panel shadow-sheet">
        {secrets.isPending && <Loading rows={4} />}
        {secrets.isError && <ErrorBox error={secrets.error} retry={() => void secrets.refetch()} />}
        {secrets.isSuccess && <List secrets={secrets.data} onDo={setChosen} />}
      </div>
      {secrets.isSuccess && (
        <p className="mt-3 text-xs break-words text-faint">
          In <span className="font-mono">{secrets.data.folder}</span>, in the age format.
        </p>
      )}
      {open && <Opened open={open} secrets={secrets.data} onClose={close} />}
    </Page>
  )
}

function Opened({
  open,
  secrets,
  onClose,
}: {
  open: OpenDialog
  secrets: SecretList | undefined
  onClose: () => void
}) {
  switch (open.kind) {
    case 'set':
      return <SetDialog {...open} known={secrets?.secrets ?? []} onClose={onClose} />
    case 'grant':
      return <GrantDialog secret={open.secret} tools={secrets?.tools ?? []} onClose={onClose} />
    case 'remove':
      return <RemoveDialog name={open.name} scope={open.scope} onClose={onClose} />
    case 'import':
      return <ImportDialog onClose={onClose} />
  }
}

function List({ secrets: { secrets, problems }, onDo }: { secrets: SecretList; onDo: (deed: SecretAction) => void }) {
  return (
    <>
      {problems.map(problem => (
        <div key={problem.path} role="alert" className="flex gap-3 border-b border-line bg-rust-wash px-5 py-3">
          <Icon name="warning" size={18} className="mt-0.5 text-rust" />
          <p className="min-w-0 break-words">{problem.message}</p>
        </div>
      ))}
      {secrets.length === 0 && problems.length === 0 && (
        <EmptyState icon="secrets" title="No secrets yet">
          <p className="mb-4">
            A key for a service, a database address: whatever a tool needs and nobody else may see.
          </p>
          <CommandFold command={shell`furrow secrets set DATABASE_URL`} />
        </EmptyState>
      )}
      {secrets.length > 0 && (
        <Rows label="Secrets">
          {secrets.map(secret => (
            <Row key={secret.name}>
              <SecretRow secret={secret} onDo={onDo} />
            </Row>
          ))}
        </Rows>
      )}
    </>
  )
}

/** Agents that lack something ask for it by name; the value comes from a person. */
function Wishes({ onAnswer }: { onAnswer: (deed: SecretAction) => void }) {
  const requests = useRead('request.list', { status: 'pending' })
  const wishes = secretRequests(requests.data?.requests ?? [])
  if (requests.isError) return <ReadError of={requests} />
  if (wishes.length === 0) return null
  return (
    <ul aria-label="Asked for by agents" className="mb-4 space-y-2">
      {wishes.map(({ id, name, scope, by, at }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sky-wash px-4 py-2.5">
          <span className="min-w-0 flex-1">
            <ActorName actor={by} /> asks for <code className="font-mono text-[0.8125rem]">{name}</code> ({scope}),{' '}
            <RelativeTime at={at} />
          </span>
          <Button size="small" onClick={() => onAnswer({ kind: 'set', name, scope })}>
            Set it
          </Button>
        </li>
      ))}
    </ul>
  )
}
