import { useState } from 'react'
import type { Tool } from '../../tools/model.ts'
import { Button } from '../parts/input/Button.tsx'
import { Badge } from '../parts/text/Badge.tsx'
import { EvolveTool } from './agent/EvolveTool.tsx'
import { CloneTool } from './list/CloneTool.tsx'
import { EffectBadge } from './list/EffectBadge.tsx'
import { ReadyDialog } from './ready/ReadyDialog.tsx'

const SOURCES = { repository: 'of this repository', package: 'built in', recipe: 'a recipe' } as const

/** What the tool is, in a few words. */
export function ToolHead({ tool }: { tool: Tool }) {
  const [open, setOpen] = useState<'clone' | 'evolve' | 'ready'>()
  const close = () => setOpen(undefined)
  return (
    <header className="mb-4">
      <h1 className="text-xl leading-tight font-semibold tracking-[-0.015em] break-words">{tool.display_name}</h1>
      <p className="mt-1 break-words text-soft">{tool.description}</p>
      <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
        <Badge>{tool.version}</Badge>
        <EffectBadge tool={tool} />
        {tool.streaming && <Badge>streams</Badge>}
        <Badge>{SOURCES[tool.source]}</Badge>
        {tool.cloned_from && <Badge>cloned from {tool.cloned_from.name}</Badge>}
        {tool.source !== 'recipe' && (
          <Button size="small" kind="quiet" icon="copy" onClick={() => setOpen('clone')}>
            Clone
          </Button>
        )}
        {tool.source === 'repository' && !tool.built_in && (
          <Button size="small" kind="quiet" icon="agent" onClick={() => setOpen('evolve')}>
            Evolve
          </Button>
        )}
        {tool.source !== 'recipe' && (
          <Button size="small" kind="quiet" icon="check" onClick={() => setOpen('ready')}>
            Ready?
          </Button>
        )}
      </div>
      {open === 'clone' && <CloneTool tool={tool} onClose={close} />}
      {open === 'evolve' && <EvolveTool name={tool.name} onClose={close} />}
      {open === 'ready' && <ReadyDialog tool={tool} onClose={close} />}
    </header>
  )
}
