import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { HttpAnswer } from '../wire/reply.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface WebFile {
  /** `/assets/index-4f2a.js` */
  readonly path: string
  answer(): HttpAnswer
}

/** The app as it was built: exactly the files of the build's list, and one page for all of its routes. */
export interface WebApp {
  readonly files: readonly WebFile[]
  page(): HttpAnswer
}

/** `lastEvent` is written into the page: what it reads is no older, so its event stream goes on from there. */
export function openWebApp(dist: string, { lastEvent }: { lastEvent: () => number }): WebApp {
  const list = readList(path.join(dist, 'web.json'))
  if (!list.includes('index.html')) return { files: [], page: notBuilt }
  const html = fs.readFileSync(path.join(dist, 'web', 'index.html'), 'utf8')
  return {
    files: list.filter(name => name !== 'index.html').map(name => fileOf(path.join(dist, 'web'), name)),
    page: () => pageOf(html, lastEvent()),
  }
}

function readList(file: string): string[] {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as string[]) : []
}

function fileOf(folder: string, name: string): WebFile {
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream'
  // Names below assets/ carry a hash of their content; anything else may change with the next version.
  const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  return {
    path: `/${name}`,
    answer: () => ({
      status: 200,
      headers: { 'Content-Type': type, 'Cache-Control': cache },
      body: fs.readFileSync(path.join(folder, name)),
    }),
  }
}

function pageOf(html: string, event: number): HttpAnswer {
  const nonce = randomBytes(16).toString('base64')
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(nonce) },
    body: html.replaceAll('__FURROW_NONCE__', nonce).replace('__FURROW_EVENT__', String(event)),
  }
}

function policyOf(nonce: string): string {
  return [
    "default-src 'self'",
    // Pictures inside of a report or a result; nothing is loaded from elsewhere.
    "img-src 'self' blob: data:",
    `style-src 'self' 'nonce-${nonce}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')
}

function notBuilt(): HttpAnswer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    body: 'The web app is not built here. In a clone of the repository: npm run build\n',
  }
}
