import { byteLists, escapedForms, quotedPrintable, wideForms } from './spellings.ts'

/**
 * The forms in which a value may show up in output: as text inside a quoting language, or as its bytes re-coded.
 * Each is of the whole value. SECURITY.md lists what is not covered.
 */
export function textForms(value: string): (string | Buffer)[] {
  return [
    value,
    ...jsonForms(value),
    ...uriForms(value),
    ...xmlForms(value),
    ...shellForms(value),
    ...['"', "'"].map(quote => value.replaceAll(quote, quote + quote)),
    ...quotedPrintable(value),
    ...escapedForms(value),
    ...wideForms(value),
  ]
}

export function byteForms(value: string): string[] {
  const bytes = Buffer.from(value)
  const hex = bytes.toString('hex')
  return [...base64Forms(bytes), hex, hex.toUpperCase(), ...byteLists(value)]
}

function jsonForms(value: string): string[] {
  const plain = JSON.stringify(value).slice(1, -1)
  const ascii = plain.replace(/[\u007f-\uffff]/g, escapeUnit)
  const forms = [plain, ascii, plain.replace(/\u007f/g, escapeUnit)]
  return [
    ...forms,
    ...forms.map(form => form.replace(/[<>&\u2028\u2029]/g, escapeUnit)),
    ...forms.map(form => form.replaceAll('/', '\\/')),
    ascii.replace(/\\u[0-9a-f]{4}/g, unit => `\\u${unit.slice(2).toUpperCase()}`),
  ]
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function uriForms(value: string): string[] {
  const component = encodeURIComponent(Buffer.from(value).toString())
  const strict = component.replace(/[!'()*]/g, percent)
  const form = component.replace(/[!'()~]/g, percent)
  const forms = [component, strict, form, form.replaceAll('%20', '+'), strict.replaceAll('%20', '+')]
  return [...forms, ...forms.map(each => each.replace(/%[0-9A-F]{2}/g, code => code.toLowerCase()))]
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

const DOUBLE_QUOTES = ['"', '&quot;', '&#34;']
const APOSTROPHES = ["'", '&#39;', '&apos;', '&#x27;']

function xmlForms(value: string): string[] {
  const plain = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return DOUBLE_QUOTES.flatMap(quote =>
    APOSTROPHES.map(apostrophe => plain.replaceAll('"', quote).replaceAll("'", apostrophe)),
  )
}

function shellForms(value: string): string[] {
  return [
    value.replaceAll("'", "'\\''"),
    value.replaceAll("'", `'"'"'`),
    value.replace(/["$`\\]/g, '\\$&'),
    value.replace(/["$`\\!]/g, '\\$&'),
    value.replace(/[\t "!$&'()*,;<>?[\\\]^`{|}]/g, '\\$&'),
    value.replace(/[\t "!$&'()*;<>?[\\\]^`{|}]/g, '\\$&'),
    ansiC(value),
    ansiC(value).replace(/[^\x00-\x7f]+/g, octal),
  ]
}

const NAMED: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\E',
  '\\': '\\\\',
  "'": "\\'",
}

function ansiC(value: string): string {
  return value.replace(/[\x00-\x1f\x7f\\']/g, character => NAMED[character] ?? octal(character))
}

function octal(text: string): string {
  return Array.from(Buffer.from(text), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

/** The first characters of a shifted form mix in the byte before the value; they cannot be known and are left out. */
const SHIFTS = [
  { before: 0, skip: 0 },
  { before: 1, skip: 2 },
  { before: 2, skip: 3 },
]

function base64Forms(bytes: Buffer): string[] {
  const forms = SHIFTS.flatMap(({ before, skip }) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const known = Math.floor(((before + bytes.length) * 8) / 6)
    return [padded.slice(skip, known), padded.replace(/=+$/, '').slice(skip), padded.slice(skip)]
  })
  return [...forms, ...forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_'))]
}
