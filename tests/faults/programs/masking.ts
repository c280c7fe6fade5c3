import { createMasker } from '../../../src/runs/mask/masker.ts'
import { leaksOf } from '../../support/leaks.ts'
import { encoders, fortySecrets, wideEncoders } from '../../support/secrets.ts'

/** Cuts forty secrets in every encoding in two at every byte, and prints what came through. */
const secrets = fortySecrets()
const before = arrayBuffers()
const masker = createMasker(secrets)
const table = arrayBuffers() - before
const encodings = Object.keys({ ...encoders, ...wideEncoders })
const leaks = encodings.flatMap(encoding =>
  secrets
    .filter(({ value }) => value.length < longestFor(encoding))
    .flatMap(({ name, value }) => leaksOf(masker, encoding, value).map(leak => `${encoding}, ${name} ${leak}`)),
)
const { unmaskable } = masker
console.log(JSON.stringify({ secrets: secrets.length, encodings: encodings.length, unmaskable, table, leaks }))

/** Without what building it left behind: the first collection finds it, the second waits until it is freed. */
function arrayBuffers(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().arrayBuffers
}

/** A long value with every character coloured or escaped is several times as long, and would take minutes. */
function longestFor(encoding: string): number {
  return /colour|every|bytes by/.test(encoding) ? 1000 : Number.POSITIVE_INFINITY
}
