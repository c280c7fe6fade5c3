import { DropdownMenu as Radix } from 'radix-ui'
import { Icon, type IconName } from '../text/Icon.tsx'
import { Button, IconButton } from './Button.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon?: IconName
  readonly onSelect: () => void
}

interface MenuProps {
  readonly label: string
  readonly icon?: IconName
  readonly items: readonly MenuItem[]
  /** The button shows its name beside its icon. */
  readonly named?: boolean
}

/** Further things to do, behind one button. */
export function Menu({ label, icon = 'more', items, named = false }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        {named ? (
          <Button size="small" kind="quiet" icon={icon}>
            {label}
          </Button>
        ) : (
          <IconButton icon={icon} label={label} />
        )}
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
              className="flex min-h-8 max-w-[min(24rem,calc(100vw-2rem))] cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1 text-sm break-words outline-none data-highlighted:bg-hover"
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
