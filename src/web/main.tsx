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

const root = document.getElementById('app')
if (root === null) throw new Error('index.html has no element #app.')

await signInFromAddress()
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
