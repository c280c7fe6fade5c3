import { createState } from '../api/state.ts'

/** Which sheet lies above the page; buttons open the same ones as keys do. */
export const sheet = createState<'none' | 'palette' | 'help'>('none')
