import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeManifest } from '../../src/app/manifest.ts'
import { builtins } from '../../src/doors/cli/builtin/builtins.ts'
import { fieldsOf } from '../../src/operation/command/fields.ts'
import { commandTreeOf, locateCommand, sharedFlag } from '../../src/operation/command/tree.ts'
import { packageRoot } from '../lab.ts'

// The texts for users; reference.md is made from the commands, and sessions are run word for word by a test of their own.
const { operations } = await makeManifest(packageRoot)
const tree = commandTreeOf([...operations, ...builtins.map(({ entry }) => entry)])
const folder = path.join(packageRoot, 'docs')
const files = ['README.md', ...fs.readdirSync(folder).map(name => `docs/${name}`)].filter(file => /\.md$/.test(file))
const texts = files.filter(file => file !== 'docs/reference.md').map(file => [file, read(file)] as const)

test.each(texts)('every command in %s is one, with flags that it has', (_, text) => {
  expect(commandsIn(text).flatMap(whyNoCommand)).toEqual([])
})

test.each(texts)('every link and picture of %s leads to a file', (file, text) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
  const missing = links.filter(link => !fs.existsSync(path.join(packageRoot, path.dirname(file), link)))
  expect(missing).toEqual([])
})

test('every picture of the docs is shown somewhere', () => {
  const pictures = fs.readdirSync(path.join(folder, 'pictures'))
  const unused = pictures.filter(name => !texts.some(([, text]) => text.includes(`pictures/${name}`)))
  expect(unused).toEqual([])
})

test('every file and folder that the architecture names exists', () => {
  const pages = fs.readdirSync(path.join(folder, 'architecture')).map(name => `docs/architecture/${name}`)
  const places = fs
    .readdirSync(path.join(packageRoot, 'src'), { recursive: true, withFileTypes: true })
    .map(entry => `/${path.join(entry.parentPath, entry.name)}${entry.isDirectory() ? '/' : ''}`)
  const named = ['docs/architecture.md', ...pages].flatMap(file =>
    [...read(file).matchAll(/`([\w./-]+\.tsx?|[\w-]+(?:\/[\w-]+)+\/)`/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(50)
  const missing = named.filter(
    ({ name }) => !fs.existsSync(path.join(packageRoot, name)) && !places.some(place => place.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})

test('every topic is in the index of the docs', () => {
  const index = read('docs/README.md')
  const topics = files.filter(file => file.startsWith('docs/') && file !== 'docs/README.md')
  expect(topics.filter(file => !index.includes(`(${path.basename(file)})`))).toEqual([])
})

function read(file: string): string {
  return fs.readFileSync(path.join(packageRoot, file), 'utf8')
}

/** What stands between backticks or on a line of a block, from the word `furrow` on. */
function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)].map(([, body = '']) => body)
  const lines = blocks
    .flatMap(body => body.split('\n'))
    .map(line => line.replace(/^\$ /, '').replace(/\s+#.*|\s{3,}.*/, ''))
  const spans = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  return [...lines, ...spans].filter(line => /^furrow [a-z]/.test(line))
}

function whyNoCommand(line: string): string[] {
  // `start|topic` and `start`, `pause` name several; the first stands for them.
  const words = line
    .replace(/\s+/g, ' ')
    .split(' ')
    .slice(1)
    .map(word => word.split('|')[0] ?? '')
  const { node, rest } = locateCommand(tree, words)
  if (node.entry === undefined && node.children.size === 0) return [`${line}: no such command`]
  if (node.entry === undefined)
    return rest.length > 0 && /^[a-z]/.test(rest[0] ?? '') ? [`${line}: no such command`] : []
  const known = fieldsOf(node.entry).flatMap(({ flag }) => [flag, `--no-${flag.slice(2)}`])
  const own = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined)
  const unknown = own.filter(word => word.startsWith('--') && !known.includes(word.split('=')[0] ?? ''))
  // A tool has the flags of its own form.
  if (node.path === 'run') return []
  return unknown.filter(word => sharedFlag(word) === undefined).map(word => `${line}: no flag ${word}`)
}
