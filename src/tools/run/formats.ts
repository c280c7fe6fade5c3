import { isIP, isIPv4 } from 'node:net'

interface TextFormat {
  /** What a text of it is called in a message. */
  readonly says: string
  readonly validate: (text: string) => boolean
}

/** The formats of JSON schema that an input is held to; a schema may name others, which say something to people only. */
const FORMATS: Readonly<Record<string, TextFormat>> = {
  email: { says: 'an email address', validate: isEmail },
  uri: { says: 'an address like https://example.com', validate: isUri },
  date: { says: 'a date like 2026-01-31', validate: isDate },
  'date-time': { says: 'a time like 2026-01-31T12:00:00Z', validate: isDateTime },
  time: { says: 'a time of day like 12:00:00Z', validate: isTime },
  uuid: { says: 'a UUID', validate: text => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) },
  ipv4: { says: 'an IPv4 address', validate: isIPv4 },
  ipv6: { says: 'an IPv6 address', validate: text => isIP(text) === 6 },
  hostname: { says: 'the name of a host', validate: isHostname },
}

/** As the validator takes them. */
export const formatChecks: Readonly<Record<string, (text: string) => boolean>> = Object.fromEntries(
  Object.entries(FORMATS).map(([name, { validate }]) => [name, validate]),
)

export function whatFormat(name: unknown): string | undefined {
  return typeof name === 'string' && Object.hasOwn(FORMATS, name) ? FORMATS[name]?.says : undefined
}

/** Why the two ends of a range are none. Each is a date or a time; a day counts to its end. */
export function whyNotRange(value: unknown): string | undefined {
  const { start, end } = Object(value) as { start?: unknown; end?: unknown }
  const given = [start, end].filter(each => each !== undefined && each !== '')
  const wrong = given.find(each => typeof each !== 'string' || !isPointInTime(each))
  if (wrong !== undefined) return `has ${JSON.stringify(wrong)}, which is not ${FORMATS['date']?.says}`
  const [from, to] = given as string[]
  return from !== undefined && to !== undefined && isAfter(from, to) ? 'ends before it starts' : undefined
}

function isAfter(start: string, end: string): boolean {
  return isDate(end) ? start.slice(0, end.length) > end : Date.parse(start) > Date.parse(end)
}

/** Also without a time zone, as people type it. */
function isPointInTime(text: string): boolean {
  const [day = '', time, ...more] = text.split(/[Tt ]/)
  if (!isDate(day) || more.length > 0) return false
  return time === undefined || TIME.test(time)
}

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [name, host] = [text.slice(0, at), text.slice(at + 1)]
  return at > 0 && name.length <= 64 && /^[^\s@"(),:;<>[\\\]]+$/.test(name) && isHostname(host)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(text) && (!/^https?:/i.test(text) || URL.canParse(text))
}

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?(?:z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i
const FULL_TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

function isTime(text: string): boolean {
  return FULL_TIME.test(text)
}

function isDateTime(text: string): boolean {
  const [day = '', time = '', ...more] = text.split(/[Tt ]/)
  return more.length === 0 && isDate(day) && isTime(time)
}

function isHostname(text: string): boolean {
  const labels = text.replace(/\.$/, '').split('.')
  return text.length <= 253 && labels.every(label => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(label))
}
