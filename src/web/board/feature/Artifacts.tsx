import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../parts/input/Button.tsx'
import { Card } from '../../parts/layout/Card.tsx'
import { Row, Rows } from '../../parts/layout/Rows.tsx'
import { ErrorBox, Loading } from '../../parts/layout/States.tsx'
import { Markdown } from '../../parts/markdown/Markdown.tsx'
import { showRefusal } from '../../parts/notify/show-refusal.ts'
import { toast } from '../../parts/notify/toast.ts'
import { Badge } from '../../parts/text/Badge.tsx'
import { ARTIFACT_LABELS, asWords } from '../board-labels.ts'
import type { FeatureArtifact, FeatureDetail } from '../board-types.ts'
import { SayWhy } from '../cards/SayWhy.tsx'
import { ArtifactEditor } from './ArtifactEditor.tsx'

const SATISFIED: ReadonlySet<FeatureArtifact['state']> = new Set(['approved', 'waived', 'by_change'])

/** What a feature has to show; one is open at a time, and which one is in the address. */
export function Artifacts({ feature }: { feature: FeatureDetail }) {
  const { artifact: open } = useSearch({ from: '/board/features/$id' })
  const good = feature.artifacts.filter(({ state }) => SATISFIED.has(state)).length
  return (
    <Card title="Artifacts" aside={`${good} of ${feature.artifacts.length} satisfied`} flush>
      <Rows label="Artifacts">
        {feature.artifacts.map(artifact => (
          <Row key={artifact.name}>
            <Line feature={feature} artifact={artifact} open={open === artifact.name} />
            {open === artifact.name && <Open feature={feature} artifact={artifact} />}
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

function Line({ feature, artifact, open }: { feature: FeatureDetail; artifact: FeatureArtifact; open: boolean }) {
  const { word, tone, icon } = ARTIFACT_LABELS[artifact.state]
  return (
    <div id={`artifact-${artifact.name}`} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <Link
        to="/board/features/$id"
        params={{ id: feature.id }}
        search={open ? {} : { artifact: artifact.name }}
        aria-expanded={open}
        replace
        className="font-medium"
      >
        {asWords(artifact.name)}
      </Link>
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {artifact.reason && (
        <p className="basis-full text-sm break-words text-soft">
          {artifact.by && `${artifact.by}: `}
          {artifact.reason}
        </p>
      )}
    </div>
  )
}

function Open({ feature, artifact }: { feature: FeatureDetail; artifact: FeatureArtifact }) {
  const [editing, setEditing] = useState(false)
  const text = useRead('feature.artifact', { id: feature.id, artifact: artifact.name }, { enabled: artifact.written })
  const writable = feature.phase !== 'released' && artifact.state !== 'by_change'
  if (artifact.written && text.isPending) return <Loading rows={4} />
  if (text.isError) return <ErrorBox error={text.error} retry={() => void text.refetch()} />
  if (writable && (editing || text.data === undefined))
    return (
      <div className="mt-3 grid gap-3">
        <ArtifactEditor
          feature={feature.id}
          artifact={artifact.name}
          before={text.data}
          onDone={() => setEditing(false)}
        />
        <Decide feature={feature.id} artifact={artifact} revision={undefined} />
      </div>
    )
  return (
    <div className="mt-3 grid gap-4">
      {text.data && (
        <div className="rounded-md border border-line bg-panel p-4">
          <Markdown text={text.data.content} name={artifact.name} level={3} />
        </div>
      )}
      {writable && (
        <div className="flex flex-wrap gap-2">
          <Decide feature={feature.id} artifact={artifact} revision={text.data?.revision} />
          <Button icon="file" onClick={() => setEditing(true)}>
            Edit
          </Button>
        </div>
      )}
    </div>
  )
}

interface DecideProps {
  readonly feature: string
  readonly artifact: FeatureArtifact
  /** Of the text that is shown; nothing when none is. */
  readonly revision: string | undefined
}

/** A person's word: exactly the text that is shown is approved; another one in the meantime is refused. */
function Decide({ feature, artifact: { name, state }, revision }: DecideProps) {
  const [asking, setAsking] = useState<'waive' | 'reject'>()
  const done = (text: string) => ({
    onSuccess: () => {
      setAsking(undefined)
      toast({ tone: 'sprout', text })
    },
  })
  const approve = useWrite('feature.approve', { ...done(`Approved: ${name}`), onError: showRefusal })
  const waive = useWrite('feature.waive', done(`Waived: ${name}`))
  const reject = useWrite('feature.reject', done(`Sent back: ${name}`))
  const given = { id: feature, artifact: name }
  return (
    <div className="flex flex-wrap gap-2">
      {revision !== undefined && (
        <>
          <Button
            kind="primary"
            icon="check"
            busy={approve.isPending}
            reason={state === 'approved' ? 'Already approved' : undefined}
            onClick={() => approve.mutate({ ...given, revision })}
          >
            Approve
          </Button>
          <Button icon="cross" onClick={() => setAsking('reject')}>
            Send back
          </Button>
        </>
      )}
      {state !== 'waived' && (
        <Button icon="right" onClick={() => setAsking('waive')}>
          Waive
        </Button>
      )}
      {asking === 'waive' && (
        <SayWhy
          title={`Go without ${name}?`}
          label="Why is it not needed?"
          yes="Waive it"
          busy={waive.isPending}
          error={waive.error}
          onYes={reason => waive.mutate({ ...given, reason })}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'reject' && (
        <SayWhy
          title={`Send ${name} back?`}
          label="What is wrong with it?"
          yes="Send it back"
          busy={reject.isPending}
          error={reject.error}
          onYes={reason => reject.mutate({ ...given, reason })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}
