import path from 'node:path'
import type { Environment } from '../../../operation/environment.ts'
import { refuse } from '../../../operation/errors.ts'
import { shell } from '../../../shared/shell/shell.ts'
import { type FoundRepository, findRepository, readGitFile } from '../find-repository.ts'
import { allowedSettings, isTrue, unknownExtension } from './allowed.ts'
import { ensureCommonDir } from './common-dir.ts'
import { gitFolderFor } from './config-files.ts'
import { formatConfig, type GitSetting, parseConfig } from './config-text.ts'
import { askPersonSettings, personSettings } from './person.ts'

/** A git directory for a folder that Furrow keeps itself. */
export interface OwnGitDir {
  readonly gitDir: string
  readonly commonDir: string
}

export interface PrepareRequest {
  readonly folder: string
  readonly env: Environment
  /** Nothing that the folder says about its repository is believed, and its files are taken byte by byte. */
  readonly own?: OwnGitDir | undefined
  /** With the programs that the person's own files name: for commits and pushes. */
  readonly programs?: boolean | undefined
}

/** Asks git for the person's own settings, with the environment that says for which repository. */
export type ListSettings = (variables: Readonly<Record<string, string>>) => Promise<string>

/** Ours come last and win. */
const OURS: readonly GitSetting[] = [
  { key: 'diff.ignoresubmodules', value: 'dirty' },
  { key: 'gc.auto', value: '0' },
  { key: 'maintenance.auto', value: 'false' },
]

/** Above every `.gitattributes`: no conversion of line endings, encodings or keywords, and no driver. */
const BYTE_BY_BYTE = '* -text !eol !crlf -ident !filter !working-tree-encoding !diff !merge\n'

/**
 * The environment that makes git read a configuration which Furrow wrote, and no other: `GIT_COMMON_DIR` is a folder of
 * ours that links to the repository's objects and refs.
 */
export async function prepareGit(request: PrepareRequest, list: ListSettings): Promise<Record<string, string>> {
  const places = placesOf(request)
  if (places === undefined) return { GIT_DIR: path.join(request.folder, '.git') }
  const { gitDir, commonDir, topLevel } = places
  const settings = repositorySettings(places)
  const isBare = { key: 'core.bare', value: String(topLevel === undefined) }
  const repository = [...allowedSettings(settings, 'repository'), isBare, ...OURS]
  const folder = gitFolderFor(commonDir, request.env)
  const variablesFor = (all: readonly GitSetting[]) => ({
    GIT_DIR: gitDir,
    GIT_COMMON_DIR: ensureCommonDir(path.join(folder, 'config'), {
      commonDir,
      config: formatConfig(all),
      ...(request.own !== undefined && { attributes: BYTE_BY_BYTE }),
    }),
    ...(topLevel !== undefined && { GIT_WORK_TREE: topLevel }),
  })
  const plain = () => list(variablesFor(repository))
  const person = await personSettings({
    gitDir,
    folder,
    repository: formatConfig(repository),
    env: request.env,
    list: plain,
  })
  // They may hold secrets, and so are in no file of ours.
  const programs = request.programs === true ? await askPersonSettings(plain, 'programs') : []
  return { ...variablesFor([...person, ...repository]), ...asVariables(programs) }
}

function asVariables(settings: readonly GitSetting[]): Record<string, string> {
  const pairs = settings.flatMap(({ key, value }, index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) }
}

type WorktreeFolders = Pick<FoundRepository, 'gitDir' | 'commonDir' | 'topLevel'>

function placesOf({ folder, own }: PrepareRequest): WorktreeFolders | undefined {
  return own === undefined ? findRepository(folder) : { ...own, topLevel: folder }
}

/** Everything that the repository's own files say, as data. */
function repositorySettings({ gitDir, commonDir }: Omit<WorktreeFolders, 'topLevel'>): GitSetting[] {
  const file = path.join(commonDir, 'config')
  const shared = parseConfig(readGitFile(file) ?? '', file)
  const unknown = unknownExtension(shared)
  if (unknown !== undefined)
    throw refuse('unsupported', `${file} asks for ${unknown}, which Furrow does not know.`, {
      target: file,
      fix: shell`git --version`,
    })
  const isSplit = isTrue(shared.findLast(({ key }) => key === 'extensions.worktreeconfig')?.value)
  const own = path.join(gitDir, 'config.worktree')
  return isSplit ? [...shared, ...parseConfig(readGitFile(own) ?? '', own)] : shared
}

/** The settings of the repository around a folder; none where there is no repository. */
export function settingsAt(folder: string): GitSetting[] {
  const found = findRepository(folder)
  return found === undefined ? [] : repositorySettings(found)
}
