const NAMES: Readonly<Record<string, string>> = {
  mod: isMac() ? '⌘' : 'Ctrl',
  shift: 'Shift',
  enter: 'Enter',
  arrowdown: '↓',
  arrowup: '↑',
}

/** The keys of a shortcut as they stand on the keyboard: `mod+k`, `g h`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      {keys.split(/[ +]/).map((key, index) => (
        <kbd
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed sequence, and a key may come twice in it
          key={index}
          className="inline-grid h-5 min-w-5 place-items-center rounded-[4px] border border-line bg-ground px-1 font-sans text-[0.6875rem] text-soft"
        >
          {NAMES[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  )
}

function isMac(): boolean {
  return /mac/i.test(navigator.platform)
}
