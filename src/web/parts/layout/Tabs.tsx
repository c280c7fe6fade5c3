import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab<T extends string> {
  readonly value: T
  readonly label: string
  readonly content: ReactNode
}

interface TabsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly tabs: readonly Tab<T>[]
  readonly onChoose: (value: T) => void
}

/** Several views of one thing; which one is shown belongs in the address. */
export function Tabs<T extends string>({ label, value, tabs, onChoose }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={next => onChoose(next as T)}>
      <Radix.List aria-label={label} className="flex gap-0.5 overflow-x-auto overflow-y-hidden border-b border-line">
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="h-10 shrink-0 rounded-t-sm border-b-2 -outline-offset-2 border-transparent px-2.5 text-sm text-soft hover:text-ink data-[state=active]:border-sprout data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
