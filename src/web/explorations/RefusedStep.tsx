import { ErrorBox } from '../parts/layout/States.tsx'

/** Why a step was not taken: it failed, or something has to be done first. */
export type Refusal =
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'stopped'; readonly says: readonly string[] }

export function RefusedStep({ refusal }: { refusal: Refusal }) {
  if (refusal.kind === 'error') return <ErrorBox error={refusal.error} />
  return (
    <div role="alert" className="mb-5 rounded-md bg-amber-wash px-4 py-3">
      {refusal.says.map(line => (
        <p key={line} className="break-words whitespace-pre-line">
          {line}
        </p>
      ))}
    </div>
  )
}
