import { type Refused, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'
import type { Call } from '../call.ts'
import { isTrusted, judgeTrust, WITHOUT_PACKAGES, wasTrustedWithoutPackages } from './judge.ts'
import { readPins } from './pins.ts'
import type { TrustSubject } from './subjects.ts'

/** Asked right before anything of a repository is executed, about exactly what would be. */
export function whyNotTrusted(call: Pick<Call, 'home' | 'workspace'>, subject: TrustSubject): Refused | undefined {
  const pins = readPins(call)
  const standing = judgeTrust(subject, pins, call.workspace.root)
  if (isTrusted(standing)) return undefined
  const changed = wasTrustedWithoutPackages(subject, pins) ? WITHOUT_PACKAGES : 'has changed since you trusted it'
  const says = standing === 'changed' ? changed : 'is not trusted'
  return refuse('untrusted', `${subject.path} (${subject.name}) ${says}; nothing was run.`, {
    target: subject.path,
    fix: shell`furrow trust`,
    details: { subject: subject.name, standing, commands: subject.commands },
  })
}
