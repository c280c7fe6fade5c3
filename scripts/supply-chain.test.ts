import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './inputs.mjs'

// X18: what is installed is what was chosen, from where it was chosen, and brings along nothing that runs.
const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const packages = Object.entries<Record<string, unknown>>(lock.packages).filter(([place]) => place !== '')

/** Packages whose install script is known, and does nothing that Furrow needs: `npm ci --ignore-scripts` works. */
const WITH_SCRIPTS = ['esbuild', 'fsevents', '@photostructure/sqlite']

/** Without an address, a package is asked of whatever registry npm is set to; its hash says what it has to be. */
const ADDRESS = /^https:\/\/registry\.npmjs\.org\/[^?#]+\.tgz$/

test('X18 every package has the hash of its bytes, and none an address but the public registry’s', () => {
  const wrong = packages.filter(([, { resolved, integrity, dev, optional }]) => {
    const elsewhere = resolved !== undefined && !ADDRESS.test(String(resolved))
    // Of build tools for other systems npm writes none down; nothing of them is in the product.
    const unknown = integrity === undefined && dev === true && optional === true
    return elsewhere || !(unknown || /^sha512-[A-Za-z0-9+/]{86}==$/.test(String(integrity)))
  })
  expect(wrong).toEqual([])
  expect(packages.length).toBeGreaterThan(50)
})

test('X18 no package has an install script but those that work without it', () => {
  const scripted = packages.flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript === true ? [place.replace(/^.*node_modules\//, '')] : [],
  )
  expect(scripted.filter(name => !WITH_SCRIPTS.includes(name))).toEqual([])
})

test('X18 what the lockfile says is what package.json asks for', () => {
  const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  expect(lock.packages['']).toMatchObject({ dependencies, devDependencies })
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, wish]) => !/^\d/.test(String(wish)))
  expect(loose).toEqual([])
})

test('X18 nothing downloads a program when it is run', () => {
  const files = ['src', 'tools', 'scripts', 'guides', 'examples', '.sdlc', '.ci'].flatMap(below)
  const found = files.filter(file =>
    /npx\s+(?:--yes|-y)\b|['"]npx['"],\s*\[?['"](?:--yes|-y)['"]/.test(fs.readFileSync(file, 'utf8')),
  )
  expect(found.map(file => path.relative(root, file)).filter(file => !file.endsWith('supply-chain.test.ts'))).toEqual(
    [],
  )
  expect(files.length).toBeGreaterThan(500)
})

function below(folder: string): string[] {
  const base = path.join(root, folder)
  if (!fs.existsSync(base)) return []
  return fs
    .readdirSync(base, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => path.join(entry.parentPath, entry.name))
}
