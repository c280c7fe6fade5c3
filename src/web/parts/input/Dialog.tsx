import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { IconButton } from './Button.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  readonly describe?: string
  /** The palette shows its field instead of a heading; the title then only names it. */
  readonly bare?: boolean
  readonly wide?: boolean
}

/** A sheet above the page that keeps the focus until it is closed. */
export function Dialog({ title, describe, onClose, children, bare, wide }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={open => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-shade" />
        <Radix.Content
          {...(describe === undefined && { 'aria-describedby': undefined })}
          className={classes(
            'fixed top-[12vh] left-1/2 z-50 flex max-h-[76vh] w-[calc(100vw-24px)] -translate-x-1/2 animate-sprout flex-col overflow-hidden rounded-lg border border-line bg-panel shadow-float focus:outline-none max-sm:top-3 max-sm:max-h-[calc(100dvh-24px)]',
            wide ? 'max-w-2xl' : 'max-w-lg',
          )}
        >
          <header
            className={classes(
              'flex items-center justify-between border-b border-line py-2 pr-2 pl-5',
              bare && 'sr-only',
            )}
          >
            <Radix.Title className="font-semibold">{title}</Radix.Title>
            {!bare && <IconButton icon="cross" label="Close" onClick={onClose} />}
          </header>
          {describe && <Radix.Description className="px-5 pt-4 text-soft">{describe}</Radix.Description>}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
