import { state } from '../api/state.ts'

/** Which sheet lies above the page; buttons open the same ones as keys do. */
export const sheet = state<'none' | 'palette' | 'help'>('none')
