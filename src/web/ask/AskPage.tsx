import { useSearch } from '@tanstack/react-router'
import { Panes } from '../tools/run/Panes.tsx'
import { BeginThread } from './thread/BeginThread.tsx'
import { ThreadList } from './thread/ThreadList.tsx'

/** Where a conversation with the codebase begins. */
export default function AskPage() {
  const search = useSearch({ from: '/ask' })
  return (
    <Panes title="Ask" label="Threads" chosen={false} list={<ThreadList search={search} isPage />}>
      <section aria-label="New thread" className="flex min-w-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col justify-center overflow-y-auto px-6 py-8 max-sm:px-4">
          <BeginThread />
        </div>
      </section>
    </Panes>
  )
}
