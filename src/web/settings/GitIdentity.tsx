import { type FormEvent, useState } from 'react'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field } from '../parts/input/Field.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { ErrorBox, Loading } from '../parts/layout/States.tsx'
import { toast } from '../parts/notify/toast.ts'

/** The name and address that commits carry. */
export function GitIdentity() {
  const identity = useRead('git.identity', {})
  const [editing, setEditing] = useState(false)
  const { data } = identity
  return (
    <div id="git-identity">
      <Card
        title="Git identity"
        aside={
          data?.complete &&
          !editing && (
            <Button size="small" kind="quiet" onClick={() => setEditing(true)}>
              Change
            </Button>
          )
        }
      >
        {identity.isPending && <Loading rows={1} />}
        {identity.isError && <ErrorBox error={identity.error} retry={() => void identity.refetch()} />}
        {data?.complete && !editing && (
          <p className="break-words">
            Commits here are by {data.name} &lt;{data.email}&gt;.
          </p>
        )}
        {data !== undefined && !data.complete && (
          <p className="mb-3 text-soft">Git needs your name and email address before it can commit.</p>
        )}
        {data !== undefined && (!data.complete || editing) && <IdentityForm onDone={() => setEditing(false)} />}
      </Card>
    </div>
  )
}

/** Sets the identity for this repository alone. */
export function IdentityForm({ onDone }: { onDone?: () => void }) {
  const known = useRead('git.identity', {})
  const [given, setGiven] = useState<{ name?: string; email?: string }>({})
  const name = given.name ?? known.data?.name ?? ''
  const email = given.email ?? known.data?.email ?? ''
  const set = useWrite('git.set_identity', {
    onSuccess: identity => {
      toast({ tone: 'sprout', text: `Commits here are by ${identity.name} <${identity.email}>.` })
      onDone?.()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set.mutate({ name: name.trim(), email: email.trim() })
  }
  return (
    <form onSubmit={submit} aria-label="Git identity" className="mt-3 grid gap-3 sm:grid-cols-2">
      <Field
        label="Your name"
        required
        maxLength={200}
        value={name}
        onChange={event => setGiven({ ...given, name: event.currentTarget.value })}
      />
      <Field
        label="Your email address"
        type="email"
        required
        maxLength={200}
        value={email}
        onChange={event => setGiven({ ...given, email: event.currentTarget.value })}
      />
      {set.isError && (
        <div className="sm:col-span-2">
          <ErrorBox error={set.error} />
        </div>
      )}
      <div className="sm:col-span-2">
        <Button kind="primary" type="submit" busy={set.isPending}>
          Save for this repository
        </Button>
      </div>
    </form>
  )
}
