import { useQuery } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { CodeBlock } from '../../parts/text/Code.tsx'
import { gridOf } from '../../tools/result/shape.ts'
import { Table } from '../../tools/result/Table.tsx'
import { HtmlReport } from './HtmlReport.tsx'
import { Picture } from './Picture.tsx'
import { readCsv, shownAs } from './shown-as.ts'

interface PreviewProps {
  readonly path: string
  readonly name: string
  readonly type: string
}

/** An attachment as what it is. */
export default function Preview({ path, name, type }: PreviewProps) {
  if (shownAs(type) === 'picture')
    return <Picture path={path} name={name} className="max-h-[60vh] max-w-full rounded-md border border-line" />
  return <TextPreview path={path} name={name} type={type} />
}

/** A browser has to hold all of it. */
const LONGEST = 2 ** 20

function TextPreview({ path, name, type }: PreviewProps) {
  const text = useQuery({
    queryKey: ['attachment', path, 'text'],
    queryFn: async () => (await request(path)).text(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (text.isPending) return <Loading rows={3} />
  if (text.isError) return <ErrorBox error={text.error} retry={() => void text.refetch()} />
  if (shownAs(type) === 'report') return <HtmlReport html={text.data} name={name} />
  const grid = shownAs(type) === 'table' ? gridFrom(readCsv(text.data)) : gridIn(type, text.data)
  if (grid !== undefined) return <Table grid={grid} />
  const isCut = text.data.length > LONGEST
  return <CodeBlock text={isCut ? `${text.data.slice(0, LONGEST)}…` : text.data} label={name} />
}

function gridFrom([columns = [], ...rows]: readonly string[][]) {
  return { columns, rows }
}

function gridIn(type: string, text: string) {
  if (shownAs(type) !== 'json' || text.length > LONGEST) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.length > 0 ? gridOf(value) : undefined
  } catch {
    return undefined
  }
}
