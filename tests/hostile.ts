/** Names that no id and no path of this product may have. Whatever opens one of them opens a file outside. */
const DOTS = ['..', '%2e%2e', '%2E%2e', '.%2e', '%252e%252e', '%25252e%25252e', '..%00', '..;', '%c0%ae%c0%ae', '..%20']
const SLASHES = ['/', '\\', '%2f', '%2F', '%5c', '%252f', '%c0%af', '\u2215', '\u2044', '\uff0f', '//', '/./']
const DEPTHS = [1, 4, 9]

const TARGETS = ['canary/secret', 'canary\\secret']

/** Reaching upwards, in every spelling of a dot and a slash. */
function upwards(): string[] {
  return DOTS.flatMap(dots =>
    SLASHES.flatMap(slash => DEPTHS.map(depth => `${`${dots}${slash}`.repeat(depth)}canary${slash}secret`)),
  )
}

/** The same after something that looks right. */
function disguised(): string[] {
  return ['a/../', 'a/b/../../../', './../', 'a/./../../', 'a//../', 'a/%2e%2e/', '.../../', 'a\\..\\..\\'].flatMap(
    start => TARGETS.map(target => `${start}${target}`),
  )
}

const ABSOLUTE = [
  '/',
  '//',
  '///',
  '\\',
  '\\\\',
  '\\\\?\\',
  '\\\\.\\',
  '~/',
  '~root/',
  'C:/',
  'C:\\',
  'c:',
  'file:///',
  'file://',
].flatMap(start => TARGETS.map(target => `${start}${target}`))

const ODD = [
  '.',
  '..',
  '...',
  '/',
  '\\',
  '-',
  '--',
  '-rf',
  '--output=canary',
  '-c',
  '--upload-pack=canary',
  'a\0b',
  'canary\0.txt',
  '\0',
  'a\nb',
  'a\rb',
  'a\tb',
  'a\u202eb',
  'a\u200bb',
  'a\ufeffb',
  'a\ufffdb',
  'a\u0085b',
  'x.',
  'x..',
  'x ',
  'x. .',
  ' ',
  '.git',
  '.GIT',
  '.Git/config',
  'a/.git/hooks/pre-commit',
  '.git/config',
  'x.lock',
  'a/HEAD.lock',
  'index.LOCK',
  'CON',
  'con.txt',
  'NUL',
  'aux',
  'prn.md',
  'COM1',
  'com9.log',
  'LPT1',
  'lpt3.x',
  'a/CON/b',
  'x'.repeat(300),
  'ä'.repeat(200),
  'x'.repeat(5000),
  `${'a/'.repeat(600)}b`,
  '%00',
  'a%00',
  '%2e',
  '%2f',
  '%5c',
]

export function hostileNames(): string[] {
  return [...new Set([...upwards(), ...disguised(), ...ABSOLUTE, ...ODD])]
}

/** What opens a file that must stay closed: a trace of the system's calls is searched for it. */
export const CANARY = 'canary'
