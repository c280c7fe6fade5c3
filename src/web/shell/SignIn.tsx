import { type FormEvent, useEffect, useState } from 'react'
import { shell } from '../../shared/shell/shell.ts'
import { signIn } from '../api/session.ts'
import { Button } from '../parts/input/Button.tsx'
import { Field } from '../parts/input/Field.tsx'
import { CopyLine } from '../parts/text/Code.tsx'
import { FurrowPattern, Logo } from './Logo.tsx'

/** Shown to a browser that the server does not know: how to get in, without a password to remember. */
export function SignIn({ why }: { why?: string | undefined }) {
  const [error, setError] = useState(why)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = 'Sign in · Furrow'
  }, [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    if (code.trim() === '') return setError('Paste the address or the code first.')
    setBusy(true)
    setError(await signIn(code))
    setBusy(false)
  }
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden p-5">
      <div className="absolute inset-x-0 bottom-0 h-[38vh]">
        <FurrowPattern />
      </div>
      <div className="relative w-full max-w-md rounded-lg border border-line bg-panel p-8 shadow-sheet max-sm:p-6">
        <Logo size={36} />
        <h1 className="mt-5 text-xl font-semibold tracking-[-0.015em]">Sign in from your terminal</h1>
        <p className="mt-2 text-soft">
          Furrow runs on this machine and lets in only browsers that you send. Run this in your repository; it opens a
          page that signs you in:
        </p>
        <div className="mt-4">
          <CopyLine text={shell`furrow ui`} />
        </div>
        <p className="mt-3 text-soft">
          Or run <code className="font-mono text-[0.8125rem] text-ink">furrow serve</code> and open the address it
          prints. In the tour (<code className="font-mono text-[0.8125rem] text-ink">npm start</code>), press Enter in
          its terminal.
        </p>
        <form onSubmit={event => void submit(event)} noValidate className="mt-6 border-t border-line pt-6">
          <Field
            label="Address or code"
            name="code"
            autoComplete="off"
            spellCheck={false}
            error={error}
            help="A code works once."
          />
          <Button type="submit" kind="primary" busy={busy} className="mt-4 w-full">
            Sign in
          </Button>
        </form>
      </div>
    </main>
  )
}
