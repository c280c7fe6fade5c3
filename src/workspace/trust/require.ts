import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../operation/shell.ts'
import type { Call } from '../call.ts'
import { isTrusted, judge, WITHOUT_PACKAGES, wasTrustedWithoutPackages } from './judge.ts'
import { readPins } from './pins.ts'
import type { Subject } from './subjects.ts'

/** Asked right before anything of a repository is executed, about exactly what would be. */
export function whyNotTrusted(call: Pick<Call, 'home' | 'workspace'>, subject: Subject): Refused | undefined {
  const pins = readPins(call)
  const standing = judge(subject, pins, call.workspace.root)
  if (isTrusted(standing)) return undefined
  const changed = wasTrustedWithoutPackages(subject, pins) ? WITHOUT_PACKAGES : 'has changed since you trusted it'
  const says = standing === 'changed' ? changed : 'is not trusted'
  return refuse('untrusted', `${subject.path} (${subject.name}) ${says}; nothing was run.`, {
    target: subject.path,
    fix: shell`furrow trust`,
    details: { subject: subject.name, standing, commands: subject.commands },
  })
}
