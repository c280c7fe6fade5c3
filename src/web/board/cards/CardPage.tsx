import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../parts/layout/Page.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'

interface CardPageProps<T> {
  readonly query: UseQueryResult<T>
  /** What it is called until its title is known. */
  readonly name: string
  readonly facts: (card: T) => ReactNode
  readonly moves: (card: T) => ReactNode
  readonly children: (card: T) => ReactNode
}

/** The frame of a page about one card of the board: its title, its facts, its moves, and each of its states. */
export function CardPage<T extends { readonly title: string }>({ query, name, ...parts }: CardPageProps<T>) {
  const { data, isPending, isError, error, refetch } = query
  return (
    <Page
      title={data?.title ?? name}
      lead={data !== undefined && parts.facts(data)}
      actions={data !== undefined && parts.moves(data)}
    >
      {isPending && <Loading rows={8} />}
      {isError && <ErrorBox error={error} retry={() => void refetch()} />}
      {data !== undefined && parts.children(data)}
    </Page>
  )
}
