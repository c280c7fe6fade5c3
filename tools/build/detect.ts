/** What a folder shows of how it is built. */
export interface Signs {
  /** The names in it. */
  readonly names: readonly string[]
  /** Its package.json, where there is one that can be read. */
  readonly manifest?: { readonly scripts?: Record<string, string>; readonly packageManager?: string }
}

export interface Builder {
  readonly system: System
  /** Programs to run one after the other. */
  readonly commands: readonly (readonly string[])[]
}

export const SYSTEMS = ['npm', 'pnpm', 'yarn', 'bun', 'cargo', 'go', 'maven', 'gradle', 'cmake', 'make'] as const
export type System = (typeof SYSTEMS)[number]

/** All systems that the folder could be built with, the likeliest first. */
export function detect(signs: Signs): System[] {
  return SYSTEMS.filter(system => RULES[system].found(signs))
}

/** How a system builds all, or only the scope: a package, a module, a target. */
export function builderFor(system: System, signs: Signs, scope?: string): Builder {
  if (scope?.startsWith('-')) throw new Error(`The scope ${scope} would be taken for an option.`)
  return { system, commands: RULES[system].commands(scope, signs) }
}

interface Rule {
  found(signs: Signs): boolean
  commands(scope: string | undefined, signs: Signs): readonly (readonly string[])[]
}

const RULES: Readonly<Record<System, Rule>> = {
  npm: {
    found: signs => runsScripts(signs) && managerOf(signs) === 'npm',
    commands: scope => [['npm', 'run', 'build', ...(scope === undefined ? [] : ['--workspace', scope])]],
  },
  pnpm: {
    found: signs => runsScripts(signs) && managerOf(signs) === 'pnpm',
    commands: scope => [['pnpm', ...(scope === undefined ? [] : ['--filter', scope]), 'run', 'build']],
  },
  yarn: {
    found: signs => runsScripts(signs) && managerOf(signs) === 'yarn',
    commands: scope => [['yarn', ...(scope === undefined ? [] : ['workspace', scope]), 'run', 'build']],
  },
  bun: {
    found: signs => runsScripts(signs) && managerOf(signs) === 'bun',
    commands: scope => [['bun', 'run', ...(scope === undefined ? [] : ['--filter', scope]), 'build']],
  },
  cargo: {
    found: has('Cargo.toml'),
    commands: scope => [['cargo', 'build', ...(scope === undefined ? ['--workspace'] : ['--package', scope])]],
  },
  go: {
    found: has('go.mod', 'go.work'),
    commands: scope => [['go', 'build', scope === undefined ? './...' : `./${scope.replace(/^\.\//, '')}`]],
  },
  maven: {
    found: has('pom.xml'),
    commands: (scope, signs) => [
      [
        signs.names.includes('mvnw') ? './mvnw' : 'mvn',
        '--batch-mode',
        '-DskipTests',
        'package',
        ...(scope === undefined ? [] : ['--projects', scope, '--also-make']),
      ],
    ],
  },
  gradle: {
    found: has('build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'),
    commands: (scope, signs) => [
      [
        signs.names.includes('gradlew') ? './gradlew' : 'gradle',
        '--console=plain',
        scope === undefined ? 'assemble' : `:${scope.replace(/^:/, '')}:assemble`,
      ],
    ],
  },
  cmake: {
    found: has('CMakeLists.txt'),
    commands: scope => [
      ['cmake', '-S', '.', '-B', 'build'],
      ['cmake', '--build', 'build', ...(scope === undefined ? [] : ['--target', scope])],
    ],
  },
  make: {
    found: has('Makefile', 'makefile', 'GNUmakefile'),
    commands: scope => [['make', ...(scope === undefined ? [] : [scope])]],
  },
}

function has(...files: readonly string[]): (signs: Signs) => boolean {
  return ({ names }) => files.some(file => names.includes(file))
}

function runsScripts({ manifest }: Signs): boolean {
  return manifest?.scripts?.['build'] !== undefined
}

const LOCKFILES: Readonly<Record<string, 'pnpm' | 'yarn' | 'bun'>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** What package.json says by itself counts more than a lockfile that may be left from before. */
function managerOf({ manifest, names }: Signs): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  const said = /^(npm|pnpm|yarn|bun)@/.exec(manifest?.packageManager ?? '')?.[1]
  if (said !== undefined) return said as 'npm' | 'pnpm' | 'yarn' | 'bun'
  const lock = Object.keys(LOCKFILES).find(file => names.includes(file))
  return LOCKFILES[lock ?? ''] ?? 'npm'
}
