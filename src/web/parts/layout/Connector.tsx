import { classes } from '../classes.ts'

/** The line from the stage before to this one. */
export function Connector({ done }: { done: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classes('absolute top-[13px] right-1/2 h-0.5 w-full', done ? 'bg-sprout' : 'bg-line')}
    />
  )
}
