import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** An identity that every age program can read. */
export function newIdentity(): Promise<string> {
  return generateX25519Identity()
}

/** Whether the letters and their checksum are right. What the library says of it is dropped: it repeats the key. */
export function isIdentity(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return true
  } catch {
    return false
  }
}

export async function seal(text: string, identity: string): Promise<Uint8Array> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  return encrypter.encrypt(text)
}

/** Throws where the bytes are not whole, or were sealed for another identity. */
export async function unseal(bytes: Uint8Array, identity: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return decrypter.decrypt(bytes, 'text')
}
