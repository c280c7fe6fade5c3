import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const root = new URL('./src/web/', import.meta.url).pathname

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), tailwind(), startScript()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // The policy of the server allows neither data: URIs nor inline code.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox128', 'safari17.5'],
    reportCompressedSize: false,
  },
})

/** The theme must stand before the first paint: a classic script in the head, hashed like every other asset. */
function startScript(): Plugin {
  const source = readFileSync(`${root}theme-start.js`, 'utf8')
  const fileName = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
  return {
    name: 'furrow-start-script',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
    },
  }
}
