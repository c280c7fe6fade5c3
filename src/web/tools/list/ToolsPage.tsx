import { Link, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../../parts/layout/States.tsx'
import { AvailableTools } from '../available/AvailableTools.tsx'
import { Panes } from '../run/Panes.tsx'
import { ToolList } from './ToolList.tsx'

export default function ToolsPage() {
  const { q = '', add = false } = useSearch({ from: '/tools' })
  return (
    <Panes title={add ? 'Add a tool' : 'Tools'} chosen={add} list={<ToolList query={q} isPage={!add} />}>
      {add ? (
        <AvailableTools />
      ) : (
        <div className="flex flex-1 items-center justify-center">
          <EmptyState icon="tools" title="Choose a tool">
            <p>Fill its form here; the result appears beside it.</p>
            <p className="mt-2">
              <Link to="/tools" search={{ add: true }} className="text-sprout underline underline-offset-2">
                See what comes with Furrow
              </Link>
            </p>
          </EmptyState>
        </div>
      )}
    </Panes>
  )
}
