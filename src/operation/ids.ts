import * as z from 'zod'
import { whyNotId, whyNotLabel, whyNotLocalPath, whyNotRepoPath } from './names/naming.ts'
import { LONGEST_SECRET, whyNotSecret, whyNotVariable } from './names/variables.ts'

/**
 * The one validator for every id, name, slug and path that comes through a door. The build refuses a parameter
 * named like one (`id`, `name`, `slug`, `path`, `*_id`, ...) that does not carry one of these schemas.
 */
export const Id = text(whyNotId, { kind: 'id', minLength: 1, maxLength: 120 })
export const RepoPath = text(whyNotRepoPath, { kind: 'path', minLength: 1, maxLength: 1024 })

/** A file anywhere on the person's machine; only person-only operations may take one. */
export const LocalPath = text(whyNotLocalPath, { kind: 'local path', minLength: 1, maxLength: 4096 })

/** A name that is never used as a path or a git argument: a person's label for something. */
export const Label = text(whyNotLabel, { kind: 'label', minLength: 1, maxLength: 200 })

/** The name of a secret, which a tool finds as a variable of its environment. */
export const VariableName = text(whyNotVariable, { kind: 'variable', minLength: 1, maxLength: 120 })

/** A text that is never kept with the call, never shown again and never typed on a command line. */
export const SecretText = text(whyNotSecret, {
  kind: 'secret',
  minLength: 1,
  maxLength: LONGEST_SECRET,
  writeOnly: true,
})

function text(whyNot: (value: string) => string | undefined, meta: Record<string, unknown> & { kind: string }) {
  const { kind, ...limits } = meta
  return z
    .string()
    .superRefine((value, issues) => {
      const reason = whyNot(value)
      if (reason !== undefined) issues.addIssue({ code: 'custom', message: reason })
    })
    .meta({ 'x-furrow': kind, ...limits })
}
