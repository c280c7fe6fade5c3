import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { bin, type Lab, openLab, packageRoot } from '../lab.ts'

export const WIDTHS = [1440, 768, 390] as const
export type Theme = 'light' | 'dark'

/** Where screenshots go; CI keeps this folder. */
export const shots = process.env.FURROW_SHOTS ?? path.join(packageRoot, '.cache/screenshots')

let launched: Promise<Browser> | undefined

/** Debian's Chromium, once for all tests of a file. */
export function browser(): Promise<Browser> {
  launched ??= buildFirst().then(() =>
    chromium.launch({
      executablePath: process.env.FURROW_CHROMIUM ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    }),
  )
  return launched
}

export async function closeBrowser(): Promise<void> {
  await (await launched)?.close()
}

/** A lab whose workspace is served by the built program, as a person would start it. */
export interface Served extends AsyncDisposable {
  readonly lab: Lab
  readonly address: string
  /** The address that was printed at the start; it signs in once. */
  readonly printed: string
  /** Ends the server as a crash or a Ctrl-C would; `start` brings it back at the same port. */
  stop(): Promise<void>
  start(): Promise<void>
  /** `furrow(...args)` in the workspace, as another process. */
  furrow(...args: string[]): Promise<string>
  /** A fresh address that signs in once. */
  signInAddress(): Promise<string>
}

export async function serveLab(): Promise<Served> {
  await buildFirst()
  const lab = await openLab()
  let server = await startServer(lab, 0)
  const port = Number(new URL(server.printed).port)
  const furrow = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [bin, ...args], { cwd: lab.root, env: lab.env })
    return stdout
  }
  return {
    lab,
    furrow,
    address: `http://127.0.0.1:${port}`,
    printed: server.printed,
    stop: () => stopServer(server.process),
    async start() {
      server = await startServer(lab, port)
    },
    signInAddress: async () => (await furrow('ui', '--no-open')).trim(),
    async [Symbol.asyncDispose]() {
      for (const status of ['running', 'waiting'] as const) {
        const { runs } = await lab.call('run.list', { status })
        for (const { id, kind } of runs) await lab.call(kind === 'agent' ? 'agent.stop' : 'run.cancel', { id })
      }
      await stopServer(server.process)
      await lab[Symbol.asyncDispose]()
    },
  }
}

export interface Looking {
  readonly width?: number
  readonly theme?: Theme
  /** Where the browser is signed in; nowhere leaves it outside. */
  readonly as?: 'nobody'
}

/** A browser of its own, signed in to the workspace. What it complains about on its console fails the test. */
export interface Window extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: string[]
  visit(path: string): Promise<void>
}

export async function openWindow(served: Served, { width = 1440, theme = 'light', as }: Looking = {}): Promise<Window> {
  const context = await (await browser()).newContext({
    viewport: { width, height: width < 500 ? 844 : 900 },
    colorScheme: theme,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  const visit = async (where: string) => {
    await page.goto(`${served.address}${where}`)
    await settled(page)
  }
  if (as !== 'nobody') {
    await page.goto(await served.signInAddress())
    await page.locator('main#main').waitFor()
  }
  return { page, context, complaints, visit, [Symbol.asyncDispose]: () => context.close() }
}

/** Nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('.animate-shimmer') === null)
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that judge colours; to all others the themes are one page. */
const COLOURS = ['color-contrast', 'link-in-text-block']
const AXE = fs.readFileSync(path.join(packageRoot, 'node_modules/axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with the page, one line each; good pages give none. */
export async function violations(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  await still(page)
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const runOnly: axe.RunOnly = coloursOnly ? { type: 'rule', values: COLOURS } : { type: 'tag', values: TAGS }
  const { violations: found } = await page.evaluate(
    only => (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly: only, resultTypes: ['violations'] }),
    runOnly,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(node => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  )
}

/**
 * A new theme is drawn and every fade is over: halfway between two colours no text has its contrast. The end of one fade
 * can begin another, in what inherits its colour.
 */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    const fades = () =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    const twoFrames = () => frame().then(frame)
    for (await twoFrames(); fades().length > 0; await twoFrames())
      await Promise.allSettled(fades().map(({ finished }) => finished))
  })
}

export async function screenshot(page: Page, name: string): Promise<void> {
  fs.mkdirSync(shots, { recursive: true })
  await page.screenshot({ path: path.join(shots, `${name}.png`), animations: 'disabled' })
}

let built: Promise<unknown> | undefined

/** In a process of its own: the test runner's NODE_ENV would make it a development build. */
function buildFirst(): Promise<unknown> {
  const { NODE_ENV: _, ...env } = process.env
  built ??= promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: packageRoot, env })
  return built
}

async function startServer(lab: Lab, port: number): Promise<{ process: ChildProcess; printed: string }> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', String(port)], {
    cwd: lab.root,
    env: lab.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const printed = /sign in +(http:\S+)/.exec(line)?.[1]
    if (printed !== undefined) return { process: child, printed }
  }
  throw new Error(`furrow serve ended with ${child.exitCode} before it printed its address.`)
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
