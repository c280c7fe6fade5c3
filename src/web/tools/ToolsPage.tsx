import { Link, useSearch } from '@tanstack/react-router'
import { EmptyState } from '../parts/States.tsx'
import { Panes } from './Panes.tsx'
import { Shelf } from './shelf/Shelf.tsx'
import { ToolList } from './ToolList.tsx'

export default function ToolsPage() {
  const { q = '', add = false } = useSearch({ from: '/tools' })
  return (
    <Panes title={add ? 'Add a tool' : 'Tools'} chosen={add} list={<ToolList query={q} isPage={!add} />}>
      {add ? (
        <Shelf />
      ) : (
        <div className="flex flex-1 items-center justify-center">
          <EmptyState icon="tools" title="Choose a tool">
            <p>Its form is filled here, and its result stands beside it.</p>
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
