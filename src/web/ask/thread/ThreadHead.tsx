import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useWrite } from '../../api/query.ts'
import { Ref } from '../../board/cards/Refs.tsx'
import { Ask } from '../../parts/input/Ask.tsx'
import { Button, IconButton } from '../../parts/input/Button.tsx'
import { Field } from '../../parts/input/Field.tsx'
import { PageLink } from '../../parts/layout/PageLink.tsx'
import { ErrorBox } from '../../parts/layout/States.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { toast } from '../../parts/notify/toast.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { RelativeTime } from '../../parts/text/Time.tsx'
import type { ThreadDetail } from '../ask-types.ts'
import type { CommitTarget } from '../CommitDialog.tsx'

const CommitDialog = lazy(() => import('../CommitDialog.tsx'))

/** What the thread is called, and what can be made of it. */
export function ThreadHead({ thread }: { thread: ThreadDetail }) {
  const { id, created_at, commits, tags, origin } = thread
  return (
    <header className="mb-7">
      <Title thread={thread} />
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-faint">
        <span>
          Started <RelativeTime at={created_at} />
        </span>
        {origin !== undefined && <From origin={origin} />}
        {commits.map(({ target }) => (
          <Badge key={target} tone="sprout" icon="check">
            <Ref to={target} />
          </Badge>
        ))}
        <Tags id={id} tags={tags} />
      </div>
      <div className="mt-4">
        <MadeOf thread={thread} />
      </div>
    </header>
  )
}

/** `interaction:search-codebase/<id>`: the run of a tool that it was opened from. */
function From({ origin }: { origin: string }) {
  const [, tool, run] = /^interaction:([\w-]+)\/([\w-]+)$/.exec(origin) ?? []
  if (tool === undefined) return <span>from {origin}</span>
  return <PageLink href={`/tools/${tool}?run=${run}`}>from a run of {tool}</PageLink>
}

/** What becomes of it; each from all its turns. */
function MadeOf({ thread }: { thread: ThreadDetail }) {
  const [target, setTarget] = useState<CommitTarget>()
  const reason = thread.turns.length === 0 ? 'Ask something first' : undefined
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" icon="work" reason={reason} onClick={() => setTarget('feature')}>
        Create feature
      </Button>
      <Button size="small" icon="explorations" reason={reason} onClick={() => setTarget('ponder')}>
        Send to ponder
      </Button>
      <Button size="small" icon="check" reason={reason} onClick={() => setTarget('task')}>
        Create task
      </Button>
      <Delete thread={thread} />
      {target !== undefined && (
        <Suspense fallback={null}>
          <CommitDialog thread={thread} target={target} onClose={() => setTarget(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** The heading becomes a field where it stands. */
function Title({ thread: { id, title } }: { thread: ThreadDetail }) {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  const update = useWrite('thread.update', { onSuccess: () => setEditing(false) })
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    update.mutate({ id, title: String(new FormData(event.currentTarget).get('title') ?? '') })
  }
  if (!editing)
    return (
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-1">
        <h1 className="min-w-0 text-xl leading-snug font-semibold tracking-[-0.02em] break-words">{title}</h1>
        <button
          ref={button}
          type="button"
          onClick={() => setEditing(true)}
          className="mt-1 shrink-0 rounded-sm px-1.5 text-xs text-soft underline decoration-line-strong/60 underline-offset-3 hover:text-ink"
        >
          Rename
        </button>
      </div>
    )
  return (
    <form
      onSubmit={submit}
      onKeyDown={event => event.key === 'Escape' && setEditing(false)}
      className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-2"
    >
      <Field
        label="Title"
        hideLabel
        name="title"
        autoFocus
        maxLength={200}
        defaultValue={title}
        className="min-w-40 flex-1"
        onFocus={event => event.currentTarget.select()}
      />
      <Button kind="primary" type="submit" busy={update.isPending}>
        Save
      </Button>
      <Button kind="quiet" onClick={() => setEditing(false)}>
        Cancel
      </Button>
      {update.isError && <ErrorBox error={update.error} />}
    </form>
  )
}

function Tags({ id, tags }: { id: string; tags: readonly string[] }) {
  const [adding, setAdding] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const update = useWrite('thread.update', {
    // The next tag may have been typed meanwhile.
    onSuccess: (_thread, sent) => sent.tags?.includes(box.current?.value.trim() ?? '') && setAdding(false),
    onError: showRefusal,
  })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const tag = String(new FormData(event.currentTarget).get('tag') ?? '').trim()
    if (tag !== '') update.mutate({ id, tags: [...tags, tag] })
  }
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map(tag => (
            <li key={tag} className="inline-flex items-center gap-0.5 rounded-sm bg-hover pl-1.5 text-soft">
              {tag}
              <IconButton
                icon="cross"
                label={`Remove the tag ${tag}`}
                className="size-6"
                onClick={() => update.mutate({ id, tags: tags.filter(each => each !== tag) })}
              />
            </li>
          ))}
        </ul>
      )}
      {adding ? (
        <form
          onSubmit={add}
          onKeyDown={event => event.key === 'Escape' && setAdding(false)}
          className="inline-flex gap-1.5"
        >
          <Field
            ref={box}
            label="Tag"
            hideLabel
            name="tag"
            autoFocus
            maxLength={60}
            placeholder="login"
            className="w-32"
          />
          <Button type="submit" busy={update.isPending}>
            Add
          </Button>
        </form>
      ) : (
        <Button size="small" kind="quiet" onClick={() => setAdding(true)}>
          Add a tag
        </Button>
      )}
    </>
  )
}

function Delete({ thread: { id, title, committed_to } }: { thread: ThreadDetail }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const restore = useWrite('thread.restore', {
    onSuccess: () => void navigate({ to: '/ask/$thread', params: { thread: id }, search: {} }),
    onError: showRefusal,
  })
  const remove = useWrite('thread.delete', {
    onSuccess: () => {
      void navigate({ to: '/ask', search: {} })
      toast({
        tone: 'plain',
        text: `"${title}" is in the trash.`,
        action: { label: 'Undo', onAct: () => restore.mutate({ id }) },
      })
    },
    onError: showRefusal,
  })
  return (
    <>
      <Button
        size="small"
        kind="quiet"
        icon="cross"
        aria-label="Delete the thread"
        busy={remove.isPending}
        onClick={() => (committed_to === null ? remove.mutate({ id }) : setAsking(true))}
      >
        Delete
      </Button>
      {asking && (
        <Ask
          title="Delete this thread?"
          text={`${committed_to} was made from it, and cites it. It stays in the trash for 30 days.`}
          yes="Delete it"
          busy={remove.isPending}
          onYes={() => remove.mutate({ id, force: true })}
          onNo={() => setAsking(false)}
        />
      )}
    </>
  )
}
