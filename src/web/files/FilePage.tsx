import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { parseLines } from '../ask/ask-params.ts'
import { FilePane } from '../ask/thread/FilePane.tsx'
import { EmptyState } from '../parts/layout/States.tsx'
import { useTitle } from '../shell/title.ts'

/** One file of the workspace at some lines, to read. */
export default function FilePage() {
  const { path, line } = useSearch({ from: '/files' })
  const router = useRouter()
  const setTitle = useTitle()
  useEffect(() => setTitle(path ?? 'File'), [setTitle, path])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{path ?? 'File'}</h1>
      {path === undefined ? (
        <EmptyState icon="file" title="No file was named" />
      ) : (
        <FilePane
          path={path}
          lines={line === undefined ? undefined : parseLines(line)}
          cited={undefined}
          onClose={() => router.history.back()}
        />
      )}
    </div>
  )
}
