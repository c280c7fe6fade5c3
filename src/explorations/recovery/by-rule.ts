import { parseWith } from '../../store/documents/schema.ts'
import { openYaml } from '../../store/documents/yaml/yaml.ts'
import type { Files } from '../../workspace/workspace-files.ts'
import { isIsoTime, ProjectState } from '../model.ts'
import { parseEvents, projectEventsFile, stateFile } from '../record/project-files.ts'

export interface Repaired {
  readonly state: ProjectState
  /** What was not as the schema has it, and what it is now. */
  readonly repaired: string[]
}

type MutableFields = Record<string, unknown>

/** The state file with what other fields decide set by rule: times from the log, and what the state says of its phases. */
export function readStateByRule(files: Files): Repaired | undefined {
  const path = stateFile()
  const file = files.read(path)
  if (file === undefined) return undefined
  const document = openYaml(file.bytes, path)
  const data = document.data()
  const repaired = repairTimes(data, timesIn(files))
  return { state: parseWith(ProjectState, data, { path, lineOf: document.lineOf }), repaired }
}

interface Times {
  readonly first: string
  readonly last: string
}

function timesIn(files: Files): Times {
  const bytes = files.read(projectEventsFile())?.bytes
  const times = bytes === undefined ? [] : parseEvents(bytes).events.map(({ at }) => at)
  const unknown = new Date(0).toISOString()
  return { first: times[0] ?? unknown, last: times.at(-1) ?? unknown }
}

/** The times of the project come from its log; those of phases, tasks and artifacts are left out where they are none. */
function repairTimes(data: unknown, { first, last }: Times): string[] {
  const repaired: string[] = []
  const visit = (fields: MutableFields, place: string) => {
    for (const [key, value] of Object.entries(fields)) {
      const at = `${place}${key}`
      if (isFields(value)) visit(value, `${at}.`)
      else if (key.endsWith('_at') && value !== null && !isIsoTime(value)) {
        const known = at === 'project.created_at' ? first : at === 'project.updated_at' ? last : undefined
        if (known === undefined) delete fields[key]
        else fields[key] = known
        repaired.push(`${at} was ${JSON.stringify(value)} and is ${known ?? 'left out'}`)
      }
    }
  }
  if (isFields(data)) visit(data, '')
  return repaired
}

function isFields(value: unknown): value is MutableFields {
  return typeof value === 'object' && value !== null
}
