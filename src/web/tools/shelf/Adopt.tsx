import { useEffect, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { GrantAll } from '../GrantAll.tsx'
import { TrustDialog } from '../TrustDialog.tsx'

/** What a tool that was just added asks its person: trust in its code, then the secrets that are set already. */
export function Adopt({ name, onDone }: { name: string; onDone: () => void }) {
  const info = useRead('tool.info', { name }, { staleTime: 0 })
  const [asked, setAsked] = useState<'trust' | 'grant'>()
  const tool = info.data
  const asks =
    tool === undefined
      ? undefined
      : !tool.trusted && asked === undefined
        ? 'trust'
        : tool.trusted && tool.missing_grants.length > 0 && asked !== 'grant'
          ? 'grant'
          : 'nothing'
  const over = info.isError || (asks === 'nothing' && !info.isFetching)
  useEffect(() => {
    if (over) onDone()
  }, [over, onDone])
  if (tool === undefined) return null
  if (asks === 'trust') return <TrustDialog tool={tool} onClose={() => setAsked('trust')} />
  if (asks === 'grant') return <GrantAll tool={tool} onClose={() => setAsked('grant')} />
  return null
}
