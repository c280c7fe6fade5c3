import fs from 'node:fs'

/** `statfs` types on which WAL and POSIX locks are not dependable. */
const NOT_LOCAL: Readonly<Record<number, string>> = {
  26985: 'a network file system (NFS)',
  20859: 'a network file system (SMB)',
  4283649346: 'a network file system (CIFS)',
  4266872130: 'a network file system (SMB2)',
  16914839: 'a 9p file system',
  1702057286: 'a FUSE file system',
  12805120: 'a network file system (Ceph)',
  1397113167: 'a network file system (AFS)',
}

type TypeOf = (folder: string) => number

export function whyNotLocal(folder: string, typeOf: TypeOf = systemTypeOf): string | undefined {
  return NOT_LOCAL[typeOf(folder)]
}

const systemTypeOf: TypeOf = folder => fs.statfsSync(folder).type >>> 0
