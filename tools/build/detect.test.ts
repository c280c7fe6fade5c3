import { expect, test } from 'vitest'
import { builderFor, detect, type Signs, SYSTEMS } from './detect.ts'

const scripts = { build: 'tsc' }

test.each<[string, Signs, string[]]>([
  ['a package with a build script', { names: ['package.json'], manifest: { scripts } }, ['npm']],
  ['pnpm by its lockfile', { names: ['package.json', 'pnpm-lock.yaml'], manifest: { scripts } }, ['pnpm']],
  ['yarn by its lockfile', { names: ['package.json', 'yarn.lock'], manifest: { scripts } }, ['yarn']],
  ['bun by its lockfile', { names: ['package.json', 'bun.lock'], manifest: { scripts } }, ['bun']],
  [
    'what package.json says, against a lockfile left over',
    { names: ['package.json', 'yarn.lock'], manifest: { scripts, packageManager: 'pnpm@9.1.0' } },
    ['pnpm'],
  ],
  ['a package without a build script', { names: ['package.json'], manifest: { scripts: { test: 'x' } } }, []],
  ['a crate', { names: ['Cargo.toml', 'src'] }, ['cargo']],
  ['a Go module', { names: ['go.mod'] }, ['go']],
  ['a Maven project', { names: ['pom.xml'] }, ['maven']],
  ['a Gradle project', { names: ['build.gradle.kts', 'gradlew'] }, ['gradle']],
  ['CMake before a Makefile', { names: ['Makefile', 'CMakeLists.txt'] }, ['cmake', 'make']],
  ['a package before a Makefile', { names: ['package.json', 'Makefile'], manifest: { scripts } }, ['npm', 'make']],
  ['nothing', { names: ['README.md'] }, []],
])('%s', (_, signs, systems) => {
  expect(detect(signs)).toEqual(systems)
})

test.each([
  ['npm', 'web', ['npm run build --workspace web']],
  ['pnpm', 'web', ['pnpm --filter web run build']],
  ['yarn', 'web', ['yarn workspace web run build']],
  ['bun', 'web', ['bun run --filter web build']],
  ['cargo', 'core', ['cargo build --package core']],
  ['go', './cmd/x', ['go build ./cmd/x']],
  ['maven', 'core', ['mvn --batch-mode -DskipTests package --projects core --also-make']],
  ['gradle', ':app', ['gradle --console=plain :app:assemble']],
  ['cmake', 'lib', ['cmake -S . -B build', 'cmake --build build --target lib']],
  ['make', 'docs', ['make docs']],
] as const)('%s builds only its scope', (system, scope, commands) => {
  const { commands: made } = builderFor(system, { names: [] }, scope)
  expect(made.map(words => words.join(' '))).toEqual(commands)
})

test('a wrapper in the project is used', () => {
  expect(builderFor('maven', { names: ['mvnw'] }).commands[0]?.[0]).toBe('./mvnw')
  expect(builderFor('gradle', { names: ['gradlew'] }).commands[0]?.[0]).toBe('./gradlew')
})

test.each(SYSTEMS)('%s refuses a scope that is an option', system => {
  expect(() => builderFor(system, { names: [] }, '--eval=1')).toThrow('would be taken for an option')
})
