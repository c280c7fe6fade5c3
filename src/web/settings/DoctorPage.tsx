import type { Output } from '../api/call.ts'
import { useRead, useWrite } from '../api/query.ts'
import { Button } from '../parts/input/Button.tsx'
import { Card } from '../parts/layout/Card.tsx'
import { Page } from '../parts/layout/Page.tsx'
import { Row, Rows } from '../parts/layout/Rows.tsx'
import { EmptyState, ErrorBox, Loading } from '../parts/layout/States.tsx'
import { Badge, type Tone } from '../parts/text/Badge.tsx'
import { CommandFold } from '../parts/text/CommandFold.tsx'

type DoctorFinding = Output<'doctor.check'>['findings'][number]

/** What is broken or in the way, the worst first, and a button that repairs what can be repaired. */
export default function DoctorPage() {
  const check = useRead('doctor.check', {})
  const repair = useWrite('doctor.repair')
  const findings = check.data?.findings ?? []
  const open = LEVELS.flatMap(level => findings.filter(finding => finding.level === level))
  const fine = findings.length - open.length
  const isRepairable = open.some(({ repairable }) => repairable)
  return (
    <Page
      title="Problems"
      lead="What is damaged or in the way in this repository. A file that is replaced is kept aside."
      actions={
        <Button
          kind="primary"
          busy={repair.isPending}
          reason={isRepairable || check.isPending ? undefined : 'There is nothing that can be repaired from here'}
          onClick={() => repair.mutate({})}
        >
          Repair
        </Button>
      }
    >
      <div className="grid max-w-3xl gap-5">
        {check.isPending && <Loading rows={6} />}
        {check.isError && <ErrorBox error={check.error} retry={() => void check.refetch()} />}
        {repair.isError && <ErrorBox error={repair.error} />}
        {repair.data !== undefined && <Repaired lines={repair.data.repaired} />}
        {check.isSuccess && (
          <Card title="Found" aside={fine > 0 && `${fine} checks passed`} flush>
            {open.length === 0 ? (
              <EmptyState icon="check" title="No problems" />
            ) : (
              <Rows label="Problems">
                {open.map(finding => (
                  <Row key={`${finding.check} ${finding.message}`}>
                    <FindingRow finding={finding} />
                  </Row>
                ))}
              </Rows>
            )}
          </Card>
        )}
      </div>
    </Page>
  )
}

const LEVELS = ['problem', 'warning'] as const
const TONES: Readonly<Record<DoctorFinding['level'], Tone>> = { problem: 'rust', warning: 'amber', ok: 'sprout' }

function FindingRow({ finding: { check, level, message, target, fix, repairable } }: { finding: DoctorFinding }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[level]}>{level}</Badge>
        <span className="text-xs text-soft">{check}</span>
        {repairable && <span className="text-xs text-soft">can be repaired here</span>}
      </p>
      <p className="mt-1 break-words">{message}</p>
      {target !== undefined && <p className="mt-0.5 font-mono text-xs break-all text-soft">{target}</p>}
      {fix !== undefined && <CommandFold command={fix} />}
    </>
  )
}

function Repaired({ lines }: { lines: readonly string[] }) {
  return (
    <div role="status" className="rounded-md bg-sprout-wash px-4 py-3">
      {lines.length === 0 ? (
        <p>Nothing was repaired.</p>
      ) : (
        <ul className="space-y-1">
          {lines.map(line => (
            <li key={line} className="break-words">
              Repaired: {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
