import { useRead } from '../../api/query.ts'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Badge, type Tone } from '../../parts/text/Badge.tsx'
import type { Evidence, ExplorationDetail } from '../exploration-types.ts'
import { CiteForm } from './CiteForm.tsx'
import { Proposals } from './Proposals.tsx'

const STANDINGS: Readonly<Record<Evidence['sources'][number]['standing'], { word: string; tone: Tone }>> = {
  holds: { word: 'Says it', tone: 'sprout' },
  moved: { word: 'Moved', tone: 'sky' },
  changed: { word: 'Changed', tone: 'rust' },
  gone: { word: 'Gone', tone: 'rust' },
  unchecked: { word: 'Not checked', tone: 'plain' },
}

/** Where findings come from, how sure the conclusions are, and what agents propose. */
export function EvidenceTab({ project, here }: { project: ExplorationDetail; here: boolean }) {
  const evidence = useRead('exploration.check', { project: project.name })
  if (evidence.isPending) return <Loading rows={6} />
  if (evidence.isError) return <ErrorBox error={evidence.error} retry={() => void evidence.refetch()} />
  const { data } = evidence
  const citing = here && project.allows.includes('artifact.add')
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <div className="grid gap-5">
        <Sources evidence={data} project={project} citing={citing} />
        {data.inputs.length > 0 && <Inputs evidence={data} />}
      </div>
      <div className="grid gap-5">
        <Conclusions evidence={data} />
        {data.claims.length > 0 && <Claims evidence={data} />}
        {here && <Proposals project={project} />}
      </div>
    </div>
  )
}

function Sources({ evidence, project, citing }: { evidence: Evidence; project: ExplorationDetail; citing: boolean }) {
  const { sources } = evidence
  return (
    <Card title="Sources" aside={String(sources.length)} flush>
      {sources.length === 0 && (
        <EmptyState icon="link" title="No sources yet">
          Cite lines of a file, an address with an excerpt, a run or a memory record.
        </EmptyState>
      )}
      {sources.length > 0 && (
        <Rows label="Sources">
          {sources.map(source => (
            <Row key={source.id}>
              <SourceLine source={source} />
            </Row>
          ))}
        </Rows>
      )}
      {citing && <CiteForm project={project} />}
    </Card>
  )
}

function SourceLine({ source }: { source: Evidence['sources'][number] }) {
  const { word, tone } = STANDINGS[source.standing]
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm break-all">
          <span className="mr-2 font-mono text-xs text-soft">{source.id}</span>
          {source.title && <span className="mr-1.5 break-words">{source.title}</span>}
          <span className="font-mono text-[0.8125rem]">{source.source}</span>
        </p>
        {source.excerpt && <p className="mt-0.5 break-words text-soft">“{source.excerpt}”</p>}
        {source.says && <p className="mt-0.5 break-words">{source.says}</p>}
        <p className="mt-0.5 text-xs text-soft">
          {source.task && `${source.task}, `}
          {source.read_on && `read on ${source.read_on}, `}
          {source.by}
        </p>
      </div>
      <Badge tone={tone}>{word}</Badge>
    </div>
  )
}

function Conclusions({ evidence: { conclusions } }: { evidence: Evidence }) {
  return (
    <Card title="Conclusions" aside={String(conclusions.length)} flush>
      {conclusions.length === 0 && <EmptyState icon="check" title="No conclusions yet" />}
      {conclusions.length > 0 && (
        <Rows label="Conclusions">
          {conclusions.map(each => (
            <Row key={each.id}>
              <p className="break-words">
                <span className="mr-2 font-mono text-xs text-soft">{each.id}</span>
                {each.text}
              </p>
              <p className="mt-0.5 text-sm break-words text-soft">
                {each.confidence ? `Confidence: ${each.confidence}.` : 'How sure it is was not said.'}{' '}
                {each.would_change ? `Would change it: ${each.would_change}` : 'What would change it was not said.'}
              </p>
              {each.sources.length > 0 && (
                <p className="mt-0.5 font-mono text-xs text-soft">{each.sources.join(', ')}</p>
              )}
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  )
}

function Claims({ evidence: { claims } }: { evidence: Evidence }) {
  return (
    <Card title="Claims without a source" aside={String(claims.length)} flush>
      <Rows label="Claims without a source">
        {claims.map(({ where, text, problem }) => (
          <Row key={`${where} ${text}`}>
            <p className="break-words">{text}</p>
            <p className="mt-0.5 text-xs break-all text-soft">
              {where} {problem}
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function Inputs({ evidence: { inputs } }: { evidence: Evidence }) {
  return (
    <Card title="Input documents" aside={String(inputs.length)} flush>
      <Rows label="Input documents">
        {inputs.map(({ id, path, title, note, standing }) => (
          <Row key={id}>
            <p className="font-mono text-[0.8125rem] break-all">{path}</p>
            <p className="mt-0.5 text-sm break-words text-soft">
              {title} {note} {standing !== 'holds' && `(${standing})`}
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}
