import { useState } from 'react'
import { Badge } from '../parts/Badge.tsx'
import { Button } from '../parts/Button.tsx'
import { CloneTool } from './CloneTool.tsx'
import type { Tool } from './types.ts'

const EFFECTS = {
  read: { tone: 'plain', says: 'only reads' },
  write: { tone: 'plain', says: 'changes things' },
  destructive: { tone: 'rust', says: 'cannot be undone' },
} as const

const SOURCES = { repository: 'of this repository', package: 'built in', recipe: 'a recipe' } as const

/** What the tool is, in a few words. */
export function ToolHead({ tool }: { tool: Tool }) {
  const [cloning, setCloning] = useState(false)
  const effect = EFFECTS[tool.effect ?? 'write']
  return (
    <header className="mb-4">
      <h1 className="text-xl leading-tight font-semibold tracking-[-0.015em] break-words">{tool.display_name}</h1>
      <p className="mt-1 break-words text-soft">{tool.description}</p>
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
        <Badge>{tool.version}</Badge>
        <Badge tone={effect.tone}>{effect.says}</Badge>
        {tool.streaming && <Badge>streams</Badge>}
        <Badge>{SOURCES[tool.source]}</Badge>
        {tool.cloned_from && <Badge>cloned from {tool.cloned_from.name}</Badge>}
        {tool.source !== 'recipe' && (
          <Button size="small" kind="quiet" icon="copy" onClick={() => setCloning(true)}>
            Clone
          </Button>
        )}
      </div>
      {cloning && <CloneTool tool={tool} onClose={() => setCloning(false)} />}
    </header>
  )
}
