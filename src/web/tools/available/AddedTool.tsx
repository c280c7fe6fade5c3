import { useEffect, useState } from 'react'
import type { Tool } from '../../../tools/model.ts'
import { useRead } from '../../api/query.ts'
import { GrantAll } from '../run/GrantAll.tsx'
import { TrustDialog } from '../run/TrustDialog.tsx'

/** What a tool that was just added asks its person: trust in its code, then the secrets that are set already. */
export function AddedTool({ name, onDone }: { name: string; onDone: () => void }) {
  const info = useRead('tool.info', { name }, { staleTime: 0 })
  const [asked, setAsked] = useState<'trust' | 'grant'>()
  // Read again before the next question: only the newest state says whether there is one.
  const after = (question: 'trust' | 'grant') => void info.refetch().then(() => setAsked(question))
  const tool = info.data
  const asks = tool && questionFor(tool, asked)
  const over = info.isError || asks === 'nothing'
  useEffect(() => {
    if (over) onDone()
  }, [over, onDone])
  if (tool === undefined) return null
  if (asks === 'trust') return <TrustDialog tool={tool} onClose={() => after('trust')} />
  if (asks === 'grant') return <GrantAll tool={tool} onClose={() => after('grant')} />
  return null
}

/** What is asked next, each once. */
function questionFor(tool: Tool, asked: 'trust' | 'grant' | undefined): 'trust' | 'grant' | 'nothing' {
  if (!tool.trusted) return asked === undefined ? 'trust' : 'nothing'
  return tool.missing_grants.length > 0 && asked !== 'grant' ? 'grant' : 'nothing'
}
