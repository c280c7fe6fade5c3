import { execFileSync } from 'node:child_process'

/** Forty values of the kinds that people keep as secrets; reproducible but for the keys that openssl makes. */
export function fortySecrets(): { name: string; value: string }[] {
  const values = [
    ...Array.from({ length: 16 }, (_, index) => token(index, 20 + index * 3)),
    ...HOSTILE,
    ...FOREIGN,
    ...keys(),
    serviceAccount(),
    token(99, 4096),
  ]
  return values.map((value, index) => ({ name: `SECRET_${index}`, value }))
}

const HOSTILE = [
  `it's "quoted" & <tagged> $HOME \`id\` \\n !`,
  '"wrapped-in-double-quotes-42"',
  "'wrapped-in-single-quotes-42'",
  'pa ss+wo/rd=with?url&chars#frag%20',
  'postgres://app:s3cr3t,pw@db.internal:5432/prod?sslmode=require',
  'back\\slash\\\\and\ttab',
  '[brackets]{braces}(parens)|pipe;semi*star^',
  'ends-with-a-line-break\n',
  '  surrounded by blanks  ',
  '{"user":"svc","pass":"x<y>&z"}',
  '!!bang~tilde!!(1)*2',
  'comma,separated,values;and;more',
]

const FOREIGN = [
  'pässwörd-schlüssel',
  '密码是非常秘密的东西',
  'ключ-доступа-2026',
  '🔐🗝️🔑-emoji-key',
  'naïve café façade',
  'ﷺ-ligature-value',
]

function keys(): string[] {
  const ed25519 = run('openssl', ['genpkey', '-algorithm', 'ed25519'])
  const rsa = run('openssl', ['genpkey', '-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:1024'])
  return [ed25519, rsa, ed25519.trim().replaceAll('\n', '\r\n'), rsa.trim()]
}

function serviceAccount(): string {
  return JSON.stringify({ type: 'service_account', private_key_id: token(7, 40), note: `it's <so> & "so"` }, null, 2)
}

function token(seed: number, length: number): string {
  let state = seed * 2654435761 + 12345
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'[(state >>> 16) % 64]
  }).join('')
}

type Encoder = (value: string) => string

/** Encodings made by other programs than ours, so that a misreading of an encoding cannot hide itself. */
export const encoders: Readonly<Record<string, Encoder>> = {
  raw: value => value,
  'JSON by jq': value => jq(value).json.slice(1, -1),
  'ASCII JSON by jq': value => run('jq', ['-aRs', '.'], value).trimEnd().slice(1, -1),
  'URI by jq': value => jq(value).uri,
  'shell by jq': value => jq(value).sh.slice(1, -1),
  'XML by jq': value => jq(value).html,
  'base64 by jq': value => jq(value).base64,
  'base64, wrapped': value => run('base64', [], value),
  'base64, not wrapped': value => run('base64', ['-w0'], value),
  'base64, one byte before': value => run('base64', ['-w0'], `x${value}`),
  'base64, two bytes before': value => run('base64', ['-w0'], `xy${value}`),
  'base64, bytes around': value => run('base64', ['-w0'], `user:${value}:and more`),
  'base64, wrapped, late in a line': value => run('base64', [], `${'.'.repeat(55)}${value}`),
  'base64 by openssl': value => run('openssl', ['base64'], `a${value}`),
  'base64url by basenc': value => run('basenc', ['--base64url', '-w0'], value),
  'base64url by basenc, no padding': value => run('basenc', ['--base64url', '-w0'], `>>${value}`).replace(/=+$/, ''),
  'hex by xxd, wrapped': value => run('xxd', ['-p'], value),
  'hex by xxd, upper case': value => run('xxd', ['-p', '-u', '-c0'], value),
  'shell by bash %q': value =>
    run('bash', ['--norc', '-c', 'printf %q "$(cat; printf .)"'], value).replace(/\.?'?$/, ''),
  'colours by grep': value => run('grep', ['--color=always', '-e', '^', '-e', '[a-m0-4]'], value).trimEnd(),
  'every character coloured': value => Array.from(value, each => `\u001b[38;5;21m${each}\u001b[0m`).join(''),
  'carriage returns by sed': value => run('sed', ['s/$/\\r/'], value),
  'every byte in percent': value => perl('s/(.)/sprintf "%%%02x", ord $1/seg; print', value),
  'every byte in percent, upper case': value => perl('s/(.)/sprintf "%%%02X", ord $1/seg; print', value),
  'every byte in quoted-printable': value => perl('s/(.)/sprintf "=%02X", ord $1/seg; print', value),
  'every byte in quoted-printable, lower case': value => perl('s/(.)/sprintf "=%02x", ord $1/seg; print', value),
  'every byte as \\x': value => perl('s/(.)/sprintf "\\\\x%02x", ord $1/seg; print', value),
  'every byte as \\x, upper case': value => perl('s/(.)/sprintf "\\\\x%02X", ord $1/seg; print', value),
  'every unit as \\u': value => units(value, '\\u%04x'),
  'every unit as \\u, upper case': value => units(value, '\\u%04X'),
  'every character as \\u{}': value => perl('s/(.)/sprintf "\\\\u{%x}", ord $1/seg; print', value, '-CS'),
  'every character as \\u{}, upper case': value => perl('s/(.)/sprintf "\\\\u{%X}", ord $1/seg; print', value, '-CS'),
  'every character for HTML': value => perl('s/(.)/sprintf "&#%d;", ord $1/seg; print', value, '-CS'),
  'every character for HTML, hex': value => perl('s/(.)/sprintf "&#x%x;", ord $1/seg; print', value, '-CS'),
  'every character for HTML, upper case': value => perl('s/(.)/sprintf "&#x%X;", ord $1/seg; print', value, '-CS'),
  'quoted-printable by perl': value => perl('use MIME::QuotedPrint; print encode_qp($_)', value),
  'quoted-printable by perl, late in a line': value =>
    perl('use MIME::QuotedPrint; print encode_qp($_)', `${'.'.repeat(55)}${value}`),
  'CSV by sed': value => run('sed', ['s/"/""/g'], value),
  'SQL by sed': value => run('sed', [`s/'/''/g`], value),
  'bytes by JSON': value => JSON.stringify(Buffer.from(value)).replace(/^.*\[|\].*$/g, ''),
  'bytes by JSON, indented': value => JSON.stringify(Buffer.from(value), null, 2).replace(/^.*\[\s*|\s*\].*$/gs, ''),
  'bytes by perl': value => perl('print join ", ", unpack "C*", $_', value),
  'bytes by od, decimal': value => run('od', ['-An', '-v', '-tu1', '-w1'], value).trim().replace(/\s+/g, ' '),
  'bytes by od, hex': value => run('od', ['-An', '-v', '-tx1'], value).trim(),
  'bytes by perl, upper case': value => perl('print join " ", map { sprintf "%02X", $_ } unpack "C*", $_', value),
  'bytes by xxd with colons': value => run('xxd', ['-p', '-c1'], value).trimEnd().replaceAll('\n', ':'),
  'bytes by xxd with colons, upper case': value =>
    run('xxd', ['-p', '-u', '-c1'], value).trimEnd().replaceAll('\n', ':'),
}

/** Those that encode more than the value. */
export const surrounding = new Set(
  Object.keys(encoders).filter(name => /before|around|late|openssl|no padding/.test(name)),
)

/** Text of two bytes a unit, as iconv writes it. */
export const wideEncoders: Readonly<Record<string, (value: string) => Buffer>> = {
  'UTF-16LE': value => wide('UTF-16LE', value),
  'UTF-16BE': value => wide('UTF-16BE', value),
}

function wide(encoding: string, input: string): Buffer {
  return execFileSync('iconv', ['-f', 'UTF-8', '-t', encoding], { input })
}

function perl(program: string, value: string, ...options: string[]): string {
  return run('perl', [...options, '-0777', '-ne', program], value)
}

function units(value: string, format: string): string {
  const program = `print map { sprintf '${format}', $_ } unpack 'n*', $_`
  return run('sh', ['-c', `iconv -f UTF-8 -t UTF-16BE | perl -0777 -ne "$0"`, program], value)
}

const FORMATS = '{json: @json, uri: @uri, sh: @sh, html: @html, base64: @base64}'
const answers = new Map<string, Record<'json' | 'uri' | 'sh' | 'html' | 'base64', string>>()

/** One call for all formats: jq takes 30 ms to start. */
function jq(value: string) {
  const answer = answers.get(value) ?? JSON.parse(run('jq', ['-sR', FORMATS], value))
  answers.set(value, answer)
  return answer
}

const outputs = new Map<string, string>()

/** Each program runs once for the same input: the suites ask for every form several times. */
function run(command: string, args: string[], input?: string): string {
  if (input === undefined) return runProgram(command, args, '')
  const key = JSON.stringify([command, args, input])
  const output = outputs.get(key) ?? runProgram(command, args, input)
  outputs.set(key, output)
  return output
}

function runProgram(command: string, args: string[], input: string): string {
  return execFileSync(command, args, {
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
