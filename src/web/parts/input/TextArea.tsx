import type { ComponentProps, KeyboardEvent } from 'react'
import { classes } from '../classes.ts'
import { Labelled, type LabelledProps } from './Labelled.tsx'

interface TextAreaProps extends LabelledProps, Omit<ComponentProps<'textarea'>, keyof LabelledProps> {
  readonly mono?: boolean
}

/** Ctrl+Enter, or the same key of a Mac, sends the form that the text belongs to. */
function sendForm(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  // Its button is pressed, which knows whether the form can be sent now.
  event.currentTarget.form?.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

/** Several lines of text with their label, help and error. */
export function TextArea({ label, help, error, mono, hideLabel, className, ...props }: TextAreaProps) {
  return (
    <Labelled {...{ label, help, error, hideLabel, className }}>
      {described => (
        <textarea
          rows={4}
          onKeyDown={sendForm}
          {...props}
          {...described}
          className={classes(
            'w-full rounded-md border border-line-strong/70 bg-panel px-3 py-2 text-sm text-ink placeholder:text-faint',
            mono && 'font-mono text-[0.8125rem]',
            error !== undefined && 'border-rust',
          )}
        />
      )}
    </Labelled>
  )
}
