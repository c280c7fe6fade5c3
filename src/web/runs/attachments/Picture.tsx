import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../api/request.ts'

/** Fetched with the session's header and shown as a blob, which the page's policy allows. */
export function Picture({ path, name, className }: { path: string; name: string; className: string }) {
  const { data } = useQuery({
    queryKey: ['attachment', path],
    queryFn: async () => URL.createObjectURL(await (await request(path)).blob()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  useEffect(() => () => URL.revokeObjectURL(data ?? ''), [data])
  return data === undefined ? null : <img src={data} alt={name} className={className} />
}
