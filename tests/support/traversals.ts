/** Strings that once led a program out of its folder, made from a table. Test support for every id and path parameter. */
export function traversals(): string[] {
  const climbs = UPWARDS.flatMap(up => SEPARATORS.flatMap(separator => climbsWith(up, separator)))
  return [...new Set([...climbs, ...ABSOLUTE, ...ODD_SEGMENTS.flatMap(placements), ...TOO_LONG])]
}

const UPWARDS = [
  '..',
  '%2e%2e',
  '%2E%2e',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '..%00',
  '\uff0e\uff0e',
  '\u2024\u2024',
  '\u2025',
  '..;',
  '%u002e%u002e',
]
const SEPARATORS = ['/', '\\', '%2f', '%5c', '%252f', '%c0%af', '\u2215', '\u2044', '\uff0f', '\uff3c', '//', '/./']

function climbsWith(up: string, separator: string): string[] {
  return [
    `${up}${separator}etc`,
    `${up}${separator}${up}${separator}etc${separator}passwd`,
    `a${separator}${up}${separator}${up}${separator}b`,
  ]
}

const ABSOLUTE = [
  ...['/', '/etc/passwd', '//etc/passwd', '///', '\\', '\\etc', '\\\\server\\share', '//server/share', '\\\\?\\C:\\x'],
  ...['C:', 'C:\\x', 'c:/x', 'C:x', '~', '~/x', '~root', '~root/x', 'file:///etc/passwd', '\\\\.\\pipe\\x'],
]

const ODD_SEGMENTS = [
  ...['.', '..', '...', '....', '.. ', '. ', ' ..', 'x.', 'x ', 'x. .', '..x..', 'x..y', '', ' '],
  ...[
    '-rf',
    '--output=x',
    '-',
    '.git',
    '.GIT',
    '.Git',
    '.git ',
    '.git.',
    'git~1',
    'GIT~1',
    '.g\u200cit',
    'x.lock',
    'X.LOCK',
    'index.lock',
  ],
  ...[
    'CON',
    'con',
    'Con.txt',
    'NUL',
    'nul.tar.gz',
    'AUX',
    'PRN',
    'COM1',
    'com9.x',
    'LPT1',
    'COM\u00b9',
    'CONIN$',
    'CONOUT$',
  ],
  ...[
    'a\0b',
    '\0',
    'a\nb',
    'a\rb',
    'a\tb',
    '\x1b[31m',
    '\x7f',
    '\u0085',
    'a\u202eb',
    'a\u200bb',
    '\ufeffa',
    '\u2028',
    '\ufffd',
    '\ud800',
  ],
]

function placements(segment: string): string[] {
  return [segment, `a/${segment}`, `${segment}/b`]
}

const TOO_LONG = ['a'.repeat(300), `${'a'.repeat(300)}/b`, 'é'.repeat(128), `${'a/'.repeat(600)}b`, '../'.repeat(400)]
