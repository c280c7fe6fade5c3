import { classes } from '../classes.ts'

/** Drawn on a 20 by 20 grid with a 1.5 stroke, for this app. */
const PATHS = {
  home: 'M3.5 9.2 10 3.8l6.5 5.4v6.3a1 1 0 0 1-1 1h-3.8v-4.3H8.3v4.3H4.5a1 1 0 0 1-1-1z',
  work: 'M4 4.5h4v11H4zM12 4.5h4v7h-4z',
  specs: 'M5.5 3.5h6l3 3v10h-9zM8 9h4M8 12h4',
  changes: 'M6 4v8.5m0 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM14 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm0 0c0 3.5-5 3-7.4 4.6',
  explorations: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm2.8-9.8-1.6 4-4 1.6 1.6-4z',
  board: 'M3.5 4.5h13v11h-13zM8 4.5v11M12 4.5v11',
  tools: 'M12.2 3.8a4 4 0 0 0-4.1 5.5l-4.6 4.6 2.6 2.6 4.6-4.6a4 4 0 0 0 5.5-4.1l-2.5 1.6-2.2-.9-.9-2.2z',
  runs: 'M4 5.5 8 10l-4 4.5M10 15h6',
  ask: 'M4 4.5h12v9H9.5L6 16.5v-3H4zM7.5 8h5M7.5 10.5h3',
  memory:
    'M10 4c3.6 0 6 1 6 2.4S13.6 8.8 10 8.8 4 7.8 4 6.4 6.4 4 10 4Zm-6 2.4v7.2C4 15 6.4 16 10 16s6-1 6-2.4V6.4M4 10c0 1.4 2.4 2.4 6 2.4s6-1 6-2.4',
  settings: 'M3.5 6.5h7m4 0h2M3.5 13.5h2m4 0h7M12.5 8.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  secrets: 'M7 12.5a3.5 3.5 0 1 1 2.8-1.4L16.5 11v3h-2.5v-1.5h-2L9.8 11.1A3.5 3.5 0 0 1 7 12.5ZM6.5 9h.01',
  connect: 'M7.5 3.5v4m5-4v4M5.5 7.5h9v2a4.5 4.5 0 0 1-9 0zM10 14v3',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Zm4-1.5 3.5 3.5',
  plus: 'M10 4.5v11M4.5 10h11',
  edit: 'm4.5 12.5 8-8 3 3-8 8-3.5.5zM11 6l3 3',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  cross: 'm5.5 5.5 9 9m0-9-9 9',
  warning: 'M10 4 17 16H3zm0 4.5v3.5m0 2v.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-8v4.5M10 6.5v.01',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm0-11v4l2.5 2',
  stop: 'M5.5 5.5h9v9h-9z',
  pause: 'M7 5v10M13 5v10',
  play: 'M6.5 4.5v11l9-5.5z',
  down: 'm5 8 5 5 5-5',
  up: 'm5 12 5-5 5 5',
  right: 'm8 5 5 5-5 5',
  left: 'm12 5-5 5 5 5',
  bottom: 'M10 4v10m-4.5-4.5L10 14l4.5-4.5M5 16.5h10',
  download: 'M10 3.5v9m-4-4 4 4 4-4M4 16.5h12',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  link: 'M8.5 11.5a3 3 0 0 0 4.3.1l2.5-2.5a3 3 0 0 0-4.3-4.2l-1 1m1.5 2.6a3 3 0 0 0-4.3-.1l-2.5 2.5a3 3 0 0 0 4.3 4.2l1-1',
  undo: 'M7 4.5 3.5 8 7 11.5M3.5 8H12a4 4 0 0 1 0 8H8',
  more: 'M5 9.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Zm5 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Zm5 0a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1Z',
  wrap: 'M3.5 5.5h13M3.5 10H14a2.5 2.5 0 0 1 0 5h-3.5m2-2-2 2 2 2M3.5 14.5h4',
  sun: 'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.1 1.1M14.6 14.6l1.1 1.1M4.3 15.7l1.1-1.1M14.6 5.4l1.1-1.1',
  moon: 'M16.5 11.5A6.5 6.5 0 0 1 8.5 3.5a6.5 6.5 0 1 0 8 8Z',
  screen: 'M3 4.5h14v9H3zM7.5 16.5h5M10 13.5v3',
  person: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 7c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5',
  agent: 'M5 7.5h10v8H5zM10 4v3.5M8 11v1.5M12 11v1.5M3 10.5v2.5M17 10.5v2.5',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.5h7',
  progress: 'M4 10h12m-4-4 4 4-4 4',
  file: 'M5.5 3.5h6l3 3v10h-9z',
  trash: 'M4 6h12M8 6V4h4v2M5.8 6l.7 10.5h7L14.2 6M8.5 9v4.5M11.5 9v4.5',
} as const

export type IconName = keyof typeof PATHS

/** Decoration beside words; what stands alone gets its name from the button around it. */
export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classes('shrink-0', className)}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
