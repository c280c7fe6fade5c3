import { shellLine } from '../../shared/shell/shell.ts'

type Given = Readonly<Record<string, unknown>>

/** What a person is asked to agree to, in words, for what agents ask for most. */
const QUESTIONS: Readonly<Record<string, (given: Given) => string>> = {
  'agent.merge': ({ id }) => `Merge the changes of the agent run ${said(id)}?`,
  'agent.discard': ({ id }) => `Discard the changes of the agent run ${said(id)}?`,
  'artifact.approve': ({ path, also, verdict = 'approve', note }) =>
    `${ANSWERS[String(verdict)] ?? said(verdict)} ${[path, ...listOf(also)].map(said).join(', ')}${withNote(note)}?`,
  'change.accept_command': ({ id, argv }) => `Use ${shellLine(listOf(argv).map(String))} as proof of ${said(id)}?`,
  'change.withdraw_command': ({ id, argv }) =>
    `No longer use ${shellLine(listOf(argv).map(String))} as proof of ${said(id)}?`,
  'config.set_person': ({ key, value }) => `Set ${said(key)} to ${said(value)} in your own config?`,
  'exploration.step_skip': ({ id, reason }) => `Skip the step ${said(id)}? Reason: ${said(reason)}`,
  'feature.approve': ({ id, artifact, note }) => `Approve the ${said(artifact)} of ${said(id)}${withNote(note)}?`,
  'feature.waive': ({ id, artifact, reason }) =>
    `Go without the ${said(artifact)} of ${said(id)}? Reason: ${said(reason)}`,
  'memory.erase': ({ id }) => `Erase memory record ${said(id)} for good?`,
  'milestone.release': ({ id }) => `Release the milestone ${said(id)}?`,
  'secrets.grant': ({ name, tool }) => `Let the tool ${said(tool)} use the secret ${said(name)}?`,
  'secrets.grant_all': ({ tool }) => `Let the tool ${said(tool)} use every secret that it declares?`,
  'secrets.set': ({ name, scope = 'default' }) => `Set the secret ${said(name)} (${said(scope)})?`,
  'tool.install': ({ name }) => `Install the packages of the tool ${said(name)}?`,
  'tool.run': ({ name, input }) => `Run the tool ${said(name)}${withGiven(Object(input))}?`,
  'trust.grant': ({ subjects }) =>
    `Trust ${listOf(subjects).length === 0 ? 'what this repository wants to execute' : listOf(subjects).map(said).join(', ')}?`,
}

const ANSWERS: Readonly<Record<string, string>> = { approve: 'Approve', pass: 'Pass', fail: 'Fail' }

function withNote(note: unknown): string {
  return note === undefined ? '' : `, with the note “${said(note)}”`
}

/** The question, where there is one in words for this operation. */
export function knownQuestion(operation: string, input: unknown): string | undefined {
  return QUESTIONS[operation]?.(Object(input) as Given)
}

/** Everything that would be done is in it: a person may decide by this line alone. */
export function questionOf(operation: string, input: unknown, summary: string): string {
  const given = Object(input) as Given
  return knownQuestion(operation, input) ?? `${summary.split(/[;:.]/)[0]}${withGiven(given)}?`
}

function withGiven(given: Given): string {
  const words = Object.entries(given).map(([name, value]) => `${name}: ${said(value)}`)
  return words.length === 0 ? '' : ` (${words.join(', ')})`
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** In one line; what is no text is shown as data. */
function said(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (text ?? 'none').replaceAll(/\s+/g, ' ')
}
