import { DropdownMenu as Radix } from 'radix-ui'
import { IconButton } from './Button.tsx'
import { Icon, type IconName } from './Icon.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly onSelect: () => void
}

/** Further things to do, behind one button. */
export function Menu({ label, icon = 'more', items }: { label: string; icon?: IconName; items: readonly MenuItem[] }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton icon={icon} label={label} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={6}
          className="z-50 min-w-52 animate-sprout rounded-md border border-line bg-panel p-1 shadow-float"
        >
          {items.map(item => (
            <Radix.Item
              key={item.label}
              onSelect={item.onSelect}
              className="flex h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-sm outline-none data-highlighted:bg-hover"
            >
              {item.icon && <Icon name={item.icon} className="text-soft" />}
              {item.label}
            </Radix.Item>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
