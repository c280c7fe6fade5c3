import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useStateOf } from '../../api/state.ts'
import { Button, IconButton } from '../input/Button.tsx'
import { Field } from '../input/Field.tsx'
import { PageLink } from '../layout/PageLink.tsx'
import { removeView, type SavedView, saveView, views, viewsOf } from './views.ts'

/** The filters of this page that were saved under a name, and a way to save those that are set now. */
export function SavedViews() {
  const { pathname, href } = useLocation({
    select: ({ pathname: path, searchStr }) => ({ pathname: path, href: path + searchStr }),
    structuralSharing: true,
  })
  const all = viewsOf(useStateOf(views), pathname)
  const isFiltered = href !== pathname
  if (all.length === 0 && !isFiltered) return null
  return (
    <section aria-label="Saved views" className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      {all.map(view => (
        <ViewLink key={view.name} view={view} isCurrent={view.href === href} />
      ))}
      {isFiltered && !all.some(view => view.href === href) && <SaveView key={pathname} href={href} />}
    </section>
  )
}

function ViewLink({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  return (
    <span className="inline-flex items-center rounded-md border border-line bg-panel pl-2.5">
      <PageLink href={view.href} {...(isCurrent && { className: 'font-medium' })}>
        {view.name}
      </PageLink>
      <IconButton
        icon="cross"
        label={`Remove the view ${view.name}`}
        className="size-7"
        onClick={() => removeView(view)}
      />
    </span>
  )
}

function SaveView({ href }: { href: string }) {
  const [naming, setNaming] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return
    saveView({ name, href })
    setNaming(false)
  }
  if (!naming)
    return (
      <Button size="small" kind="quiet" icon="plus" onClick={() => setNaming(true)}>
        Save view
      </Button>
    )
  return (
    <form onSubmit={submit} onKeyDown={event => event.key === 'Escape' && setNaming(false)} className="flex gap-2">
      <Field label="Name of the view" hideLabel name="name" autoFocus maxLength={60} placeholder="Name of the view" />
      <Button type="submit">Save</Button>
    </form>
  )
}
