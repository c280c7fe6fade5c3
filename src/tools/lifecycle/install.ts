import fs from 'node:fs'
import path from 'node:path'
import { refuse } from '../../operation/errors.ts'
import { renderRun } from '../../runs/show/render-run.ts'
import { startRun } from '../../runs/start/start-run.ts'
import { shell } from '../../shared/shell/shell.ts'
import { requireProgram, trustedPath } from '../../store/programs/find-program.ts'
import { implement } from '../../workspace/call.ts'
import { programSearch } from '../../workspace/programs.ts'
import { findTool } from '../find-tool.ts'
import * as contracts from './contracts.ts'

export const install = implement(() => contracts.install, {
  async run(call, { name }) {
    const { place } = await findTool(call, name)
    if (place.source === 'package' || !fs.existsSync(path.join(place.folder, 'package.json')))
      return refuse('invalid_state', `${name} has no package.json of its own; there is nothing to install.`, {
        target: name,
        fix: shell`furrow tool info ${name}`,
      })
    const search = programSearch(call)
    const locked = fs.existsSync(path.join(place.folder, 'package-lock.json'))
    return startRun(call, {
      kind: 'exec',
      label: `install the packages of ${name}`,
      // What a package wants to run at its installation is never run; the repository's settings of npm do not count.
      argv: [
        requireProgram('npm', search),
        locked ? 'ci' : 'install',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--userconfig',
        '/dev/null',
      ],
      cwd: place.folder,
      // npm looks for its node there.
      given: { PATH: trustedPath(search) },
      timeoutSeconds: 600,
      network: true,
    })
  },
  render: renderRun,
})
