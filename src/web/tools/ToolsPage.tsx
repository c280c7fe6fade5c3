import { useSearch } from '@tanstack/react-router'
import { EmptyState } from '../parts/States.tsx'
import { Panes } from './Panes.tsx'
import { ToolList } from './ToolList.tsx'

export default function ToolsPage() {
  const { q = '' } = useSearch({ from: '/tools' })
  return (
    <Panes title="Tools" chosen={false} list={<ToolList query={q} isPage />}>
      <div className="flex flex-1 items-center justify-center">
        <EmptyState icon="tools" title="Choose a tool">
          <p>Its form is filled here, and its result stands beside it.</p>
        </EmptyState>
      </div>
    </Panes>
  )
}
