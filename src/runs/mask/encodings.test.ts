import { expect, test } from 'vitest'
import { leaksOf } from '../../../tests/support/leaks.ts'
import { encoders, fortySecrets, wideEncoders } from '../../../tests/support/secrets.ts'
import { createMasker } from './masker.ts'

/** A few of the forty; the fault suite takes all of them. */
const secrets = fortySecrets().filter((_, index) => [3, 16, 20, 31, 34].includes(index))
const masker = createMasker(secrets)

test.each(Object.keys({ ...encoders, ...wideEncoders }))(
  '%s: nothing of a secret is left when it is cut in two at any byte',
  encoding => {
    for (const { value } of secrets) expect(leaksOf(masker, encoding, value)).toEqual([])
  },
)
