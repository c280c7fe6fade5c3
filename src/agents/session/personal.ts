import fs from 'node:fs'
import path from 'node:path'
import type { Layer } from '../../runs/spawn/shield.ts'
import type { AgentConfig } from '../config.ts'

/** Keys to other machines and accounts. An agent that lives by one is given it: `agents.<name>.sees`. */
const KEYS = `.ssh .aws .gnupg .kube .azure .config/gcloud .config/gh .netrc .git-credentials .docker/config.json
  .password-store .pypirc`.split(/\s+/)

/** What a shell, git or a desktop of the person would execute later. */
const STARTUP = `.bashrc .bash_profile .bash_login .profile .zshrc .zshenv .zprofile .zlogin .config/fish .gitconfig
  .config/git .config/autostart .config/systemd`.split(/\s+/)

/** Caches of compilers that lie among the projects. */
const CACHES = ['go']

/** Where every program may leave something; below the run's own directories a desktop keeps its sockets. */
const TEMPORARY = ['/tmp', '/var/tmp', '/run/user']

interface Personal {
  /** Over a machine that is read-only. */
  readonly layers: readonly Layer[]
  readonly hidden: readonly string[]
}

/** Of the person's own folder an agent writes what begins with a dot, where settings, sessions and caches are. */
export function personalLayers(env: Readonly<Record<string, string | undefined>>, agent?: AgentConfig): Personal {
  const home = homeIn(env)
  const below = (names: readonly string[]) => names.map(name => path.join(home ?? '/', name))
  const given = (places: readonly string[] = []) => places.map(place => place.replace(/^~(?=\/|$)/, home ?? '~'))
  const sees = given(agent?.sees)
  const more: Layer = ['writable', [...temporaryIn(env), ...given(agent?.writes)]]
  if (home === undefined) return { layers: [['writable', TEMPORARY], more], hidden: [] }
  return {
    layers: [
      // As a mount of its own it cannot be moved away with what is covered in it.
      ['writable', [home, ...below(['.config']), ...TEMPORARY]],
      ['readOnly', [...below(projectsIn(home)), ...below(STARTUP)]],
      more,
    ],
    hidden: below(KEYS).filter(key => !sees.includes(key)),
  }
}

/** The root of the machine is nobody's folder. */
function homeIn({ HOME }: Readonly<Record<string, string | undefined>>): string | undefined {
  return HOME === undefined || path.resolve(HOME) === '/' || !fs.existsSync(HOME) ? undefined : fs.realpathSync(HOME)
}

/** The person's own, where it is not one of those that everybody has. */
function temporaryIn({ TMPDIR }: Readonly<Record<string, string | undefined>>): string[] {
  if (TMPDIR === undefined || TEMPORARY.some(place => `${TMPDIR}/`.startsWith(`${place}/`))) return []
  return [TMPDIR]
}

function projectsIn(home: string): string[] {
  return fs
    .readdirSync(home, { withFileTypes: true })
    .filter(entry => !entry.name.startsWith('.') && !entry.isSymbolicLink() && !CACHES.includes(entry.name))
    .map(({ name }) => name)
}
