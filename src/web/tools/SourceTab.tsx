import { CopyLine } from '../parts/Code.tsx'
import type { Tool } from './types.ts'

/** Where its code is. */
export default function SourceTab({ tool }: { tool: Tool }) {
  return (
    <div className="max-w-3xl space-y-3">
      <p className="text-soft">
        {tool.source === 'recipe' ? 'It runs a recipe of this repository.' : 'Its code is one folder.'}
      </p>
      <CopyLine text={tool.command ?? tool.path} label="Copy the path" />
      <p className="font-mono text-xs break-all text-faint">sha256 {tool.hash}</p>
    </div>
  )
}
