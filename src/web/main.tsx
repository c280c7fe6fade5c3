import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/query.ts'
import { signInFromAddress } from './api/session.ts'
import { router } from './router.tsx'
import './styles.css'

// Radix's scroll lock adds a style element; the policy of the server lets it in by this nonce, under this name.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="furrow-nonce"]')?.content
Object.assign(globalThis, { __webpack_nonce__: nonce })

// A part of the app that is gone belongs to an older build than the server's: the page is loaded anew, once.
addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem('furrow.reloaded') ?? 0) < 10_000) return
  sessionStorage.setItem('furrow.reloaded', String(Date.now()))
  location.reload()
})

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no element #app.')

await signInFromAddress()
// The address may be pasted into the very tab that asks for it: then only the fragment changes, and nothing is loaded.
addEventListener('hashchange', () => void signInFromAddress())
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
