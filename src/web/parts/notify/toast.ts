import { createState, type State } from '../../api/state.ts'
import type { Tone } from '../text/Badge.tsx'

export interface ToastText {
  readonly tone: Tone
  readonly text: string
  /** Where the thing it speaks of is shown. */
  readonly href?: string
  /** What takes it back, or leads on. */
  readonly action?: { readonly label: string; readonly onAct: () => void }
}

export interface Toast extends ToastText {
  readonly key: number
}

export const toasts: State<readonly Toast[]> = createState<readonly Toast[]>([])
let count = 0

/** Says something once, at the edge of the page; at most four at a time. */
export function toast(text: ToastText): void {
  toasts.set([...toasts.get().slice(-3), { ...text, key: ++count }])
}

export function dismiss(key: number): void {
  toasts.set(toasts.get().filter(one => one.key !== key))
}
