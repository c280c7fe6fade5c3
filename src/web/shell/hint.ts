/** Where a hint stands in the window; below its button, or above it where there is no room. */
export interface HintPosition {
  readonly left: number
  readonly top?: number
  readonly bottom?: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly bottom: number
}

const WIDEST = 288
const MARGIN = 8
const ROOM = 72

export function placeHint({ left, top, bottom }: Box, window: { width: number; height: number }): HintPosition {
  const within = Math.max(MARGIN, Math.min(left, window.width - WIDEST - MARGIN))
  if (window.height - bottom < ROOM) return { left: within, bottom: window.height - top + 6 }
  return { left: within, top: bottom + 6 }
}
