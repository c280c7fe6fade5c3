import { commandLine } from '../../operation/command/command-line.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../call.ts'
import type { RequestView } from './model.ts'
import { questionOf } from './question.ts'
import type { PersonRequest } from './requests.ts'

export function requestViewOf({ manifest }: Pick<Call, 'manifest'>, request: PersonRequest): RequestView {
  const { id, operation, input, actor, at, status, answered } = request
  const entry = manifest.operations.find(({ name }) => name === operation)
  return {
    id,
    operation,
    summary: entry?.summary ?? operation,
    question: questionOf(operation, input, entry?.summary ?? operation),
    command: entry === undefined ? shell`furrow call ${operation}` : commandLine(entry, Object(input)),
    input,
    actor: { kind: actor.kind, id: actor.id, door: actor.door },
    created_at: new Date(at).toISOString(),
    status,
    ...(answered !== undefined && { answered_at: new Date(answered).toISOString() }),
  }
}

export function renderRequest({ id, question, command, actor, status, created_at, about }: RequestView): string {
  const lines = [`**${question}** (${status})`, `    ${command}`, `Asked by ${actor.id} at ${created_at}.`]
  if (about !== undefined) lines.push('What this is about:', quoted(about))
  if (status === 'pending')
    lines.push(
      `\`${shell`furrow request confirm ${id}`}\` does it, \`${shell`furrow request dismiss ${id}`}\` does not.`,
    )
  return lines.join('\n\n')
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ')
}
