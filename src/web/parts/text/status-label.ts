import type { Tone } from './Badge.tsx'
import type { IconName } from './Icon.tsx'

/** How a status is shown. */
export interface StatusLabel {
  readonly word: string
  readonly tone: Tone
  readonly icon: IconName
}
