// `npm run pictures`: the pictures of the docs, taken of the real app on the example workspace.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './inputs.mjs'
import { ensurePackages } from './setup.mjs'

ensurePackages()
const { build } = await import('./build.mjs')
await build()
const { exampleWorkspace, printedAddress } = await import('./example.mjs')
const { chromium } = await import('playwright-core')

const MOST_BYTES = 180 * 1024
const out = path.join(root, 'docs/pictures')
// The path is in the picture of the start page, so it is no folder of this machine.
const base = path.join(os.tmpdir(), 'furrow-tour')

/** What each shows: an address, and what has to be there before it is taken. */
const PICTURES = [
  ['home', '/', page => page.getByText('waits for your approval').first().waitFor()],
  ['specs', '/specs?view=gate', page => page.getByRole('tab', { name: 'Clarity Gate' }).waitFor()],
  ['changes', '/changes', page => page.getByText('Proof: ').first().waitFor()],
  ['change', '/changes/a-book-added-twice-appears-twice', page => page.getByText('Proof').first().waitFor()],
  ['exploration', '/explorations/phone', page => page.getByText('To Finalizing').first().waitFor()],
  ['board', '/board', page => page.getByText('Every book once').first().waitFor()],
  ['tool', '/tools/shelf-stats', page => page.getByText('How Buildings Learn').first().waitFor()],
  ['ask', '/ask', openThread],
  [
    'memory',
    '/memory?q=what%20happens%20to%20the%20list%20in%20a%20crash%3F',
    page => page.getByText('The list is kept').first().waitFor(),
  ],
  ['connect', '/connect?client=cursor', page => page.getByRole('heading', { level: 1 }).waitFor()],
]

fs.rmSync(base, { recursive: true, force: true })
const { folder, env } = await exampleWorkspace(base)
const bin = path.join(root, 'dist/furrow.cjs')
const server = spawn(process.execPath, [bin, 'serve', '--port', '0'], {
  cwd: folder,
  env: { ...env, PATH: `${installed()}${path.delimiter}${env.PATH}` },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.FURROW_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await takeAll(await printedAddress(server))
} finally {
  await browser.close()
  server.kill('SIGTERM')
  fs.rmSync(base, { recursive: true, force: true })
}

/** A folder with the command `furrow`, as somebody has it who installed the package. */
function installed() {
  const place = path.join(base, 'bin')
  fs.mkdirSync(place)
  fs.symlinkSync(bin, path.join(place, 'furrow'))
  return place
}

async function takeAll(address) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(address.href)
  await page.locator('main#main').waitFor()
  fs.mkdirSync(out, { recursive: true })
  for (const picture of PICTURES) await take(page, address.origin, picture)
}

async function take(page, origin, [name, where, ready]) {
  await page.goto(origin + where)
  await ready(page)
  await page.waitForFunction(() => document.querySelector('.animate-shimmer') === null)
  const file = path.join(out, `${name}.png`)
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  const { size } = fs.statSync(file)
  console.error(`docs/pictures/${name}.png ${Math.ceil(size / 1024)} KB`)
  if (size > MOST_BYTES) throw new Error(`${name}.png is larger than ${MOST_BYTES / 1024} KB`)
}

async function openThread(page) {
  await page.getByRole('link', { name: /Where is the list sorted/ }).click()
  await page.getByText('list.js').first().waitFor()
}
