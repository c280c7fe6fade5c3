import type { ShellText } from '../../../shared/shell/shell.ts'
import { LinkButton } from '../input/LinkButton.tsx'
import { CopyLine } from '../text/Code.tsx'

/** The command that mends what is wrong; what doctor mends has a page. */
export function FixLine({ fix }: { fix: ShellText }) {
  return (
    <div className="grid gap-3">
      {isForDoctor(fix) && (
        <div>
          <LinkButton href="/doctor">Look for problems and repair them</LinkButton>
        </div>
      )}
      <CopyLine text={fix} />
    </div>
  )
}

export function isForDoctor(command: string | undefined): boolean {
  return command === 'furrow doctor' || command === 'furrow doctor repair'
}
