import { whyNotId } from './naming.ts'

/**
 * Names by which a value would change what is executed, instead of being read by it. What begins the sandbox runs with them
 * too, outside of it: the loader and the C library read theirs before any program does.
 */
const RESERVED =
  /^(?:PATH|HOME|LANG|TZ|TMPDIR|PWD|IFS|ENV|BASH_ENV|SHELLOPTS|BASHOPTS|PS4|SDLC_ROOT|FURROW_.*|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|LD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|GETCONF_DIR|LOCPATH|NLSPATH|LOCALDOMAIN|HOSTALIASES|RESOLV_HOST_CONF|RES_OPTIONS|TZDIR|MALLOC_.*)$/

/** Why a name cannot be that of a secret, which reaches a child as a variable of its environment. */
export function whyNotVariable(name: string): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return 'is not the name of an environment variable'
  return RESERVED.test(name) ? 'is a reserved name' : whyNotId(name)
}

/** Shorter values would mask ordinary words and make logs unreadable, and so hide nothing for long. */
export const SHORTEST = 8

const COMMON = new Set(
  `administrator changeit changeme database development disabled localhost password password1 postgres postgresql
   production security undefined username`.split(/\s+/),
)

/** Why a value is not looked for in output, or nothing when it is. */
export function whyNotMaskable(value: string): string | undefined {
  const core = value.trim()
  if (Array.from(core).length < SHORTEST) return `is shorter than ${SHORTEST} characters`
  if (COMMON.has(core.toLowerCase())) return 'is a common word'
  if (new Set(core).size < 3) return 'repeats one or two characters'
  return undefined
}

/** The system passes no longer variable to a process. */
export const LONGEST_SECRET = 100 * 1024

export function whyNotSecret(value: string): string | undefined {
  if (value.length === 0) return 'is empty'
  if (value.length > LONGEST_SECRET) return `is longer than ${LONGEST_SECRET} characters`
  return value.includes('\0') ? 'holds a null character' : undefined
}
