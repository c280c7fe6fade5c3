import { Button } from '../parts/Button.tsx'
import { CodeBlock } from '../parts/Code.tsx'
import { Dialog } from '../parts/Dialog.tsx'

const START = `// .sdlc/tools/greet/tool.ts
import { defineTool } from '../_shared/tool.ts'

defineTool({
  meta: {
    name: 'greet',
    display_name: 'Greet',
    description: 'Says hello',
    version: '0.1.0',
    requires_setup: false,
    input_schema: { type: 'object', properties: { who: { type: 'string' } } },
    output_schema: { type: 'object' },
    form_layout: [{ key: 'who', type: 'text', label: 'Who' }],
  },
  run: async ({ who = 'world' }) => ({ hello: who }),
})
`

/** How a tool comes into being, until an agent can be asked to write one. */
export function NewTool({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="New tool"
      describe="A tool is one file. Save this in your repository, change what it does, and it appears here."
      onClose={onClose}
      wide
    >
      <div className="space-y-4 overflow-y-auto p-5">
        <CodeBlock text={START} label="a first tool" />
        <div className="flex justify-end">
          <Button autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
